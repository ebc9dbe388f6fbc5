/** What is told of a record that was checked, here and by the server, line by line. */
import { post } from "$lib/api";
import type { Checked } from "$lib/wire";
import { type Finding, found, gamesOf } from "./verify";
import { words } from "./words";

export interface Check {
  /** Null: it could not be checked. */
  readonly right: boolean | null;
  readonly title: string;
  readonly more: string;
}

export async function checks(text: string): Promise<Check[]> {
  return [...(await checkedHere(text)), await checkedByServer(text)];
}

async function checkedHere(text: string): Promise<Check[]> {
  const w = words().verify;
  try {
    const games = gamesOf(text);
    if (!("subtle" in crypto)) return [{ right: null, title: w.here, more: w.hereNot }];
    const findings = await Promise.all(games.map(found));
    return findings.flatMap((finding, place) => told(finding, findings.length > 1 ? w.game(place + 1) : ""));
  } catch {
    return [{ right: false, title: w.form, more: w.formWrong }];
  }
}

function told(finding: Finding, which: string): Check[] {
  const w = words().verify;
  const { brokenLine, hash, promised } = finding;
  const kept = hash === promised;
  const nonces = !finding.fair ? w.simulated : finding.key ? w.noncesKey(finding.nonces, finding.key) : w.noncesNone;
  return [
    {
      right: brokenLine === null,
      title: which + w.chain,
      more: brokenLine === null ? w.chainHolds : w.chainBroken(brokenLine),
    },
    {
      right: kept,
      title: which + w.commitment,
      more: kept ? w.commitmentHolds(hash) : w.commitmentWrong(hash, promised),
    },
    { right: true, title: which + w.nonces, more: nonces },
  ];
}

async function checkedByServer(text: string): Promise<Check> {
  const w = words().verify;
  const answer = await post<Checked>("/api/verify", text, "application/x-ndjson");
  const more = answer.holds ? w.serverHolds(answer.games, answer.moves, answer.draws) : answer.sentence;
  return { right: answer.holds, title: w.server, more };
}
