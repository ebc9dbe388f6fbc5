import { readFileSync } from "node:fs";

import { brokenLine, found, gamesOf } from "../../src/pages/verify";

const record = readFileSync("../tests/golden/fair_luck_with_nonces.jsonl", "utf8");
const game = (text: string) => gamesOf(text)[0]!;

test("a record that the server wrote holds: chain, commitment and the key with the players' nonces", async () => {
  const finding = await found(game(record));
  expect(finding.brokenLine).toBeNull();
  expect(finding.hash).toBe(finding.promised);
  expect(finding.nonces).toBe(2);
  // As laguna.core.luck mixes it.
  expect(finding.key).toBe("28ea1ae2d443d71f1c8f874ff1551761e38924f6c9e6a86db6254023469188b3");
});

test("a line that was changed breaks the chain there", async () => {
  const lines = record.trimEnd().split("\n");
  lines[1] = lines[1]!.replace('"value":4', '"value":5');
  expect(await brokenLine(lines)).toBe(2);
});

test("a line that was left out breaks the chain", async () => {
  const lines = record.trimEnd().split("\n");
  expect(await brokenLine(lines.toSpliced(2, 1))).toBe(3);
});

test("another secret is not the promised one", async () => {
  const { hash, promised } = await found(game(record.replace('"seed":"0001', '"seed":"0002')));
  expect(hash).not.toBe(promised);
});

test("several games in one text are told apart, also with lines ended as on Windows", () => {
  expect(gamesOf((record + record).replaceAll("\n", "\r\n"))).toHaveLength(2);
});

test.each(["", "Ahoj!", '{"finished":true,"seed":""}', record.split("\n").slice(0, 2).join("\n")])(
  "what is no record is refused: %#",
  (text) => expect(() => gamesOf(text)).toThrow(),
);
