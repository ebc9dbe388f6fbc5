/** The server's REST: JSON in and out; what cannot be done is thrown as a sentence for people. */
import { gameProblem } from "$lib/games";
import { common } from "$lib/words/common";
import type { NotDone } from "$lib/wire";

export class Problem extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** What people are told of something that went wrong; what nobody foresaw is for the console, too. */
export function toldOf(problem: unknown): string {
  if (problem instanceof Problem) return problem.message;
  console.error(problem);
  return common().problems.failed;
}

/** The sentence for a problem, in the page's language where it has one. */
export function sentenceOf(code: string, told: string): string {
  const known: Readonly<Record<string, string>> = common().problems;
  return known[code] ?? gameProblem(code) ?? told;
}

async function ask<T>(method: string, path: string, body?: unknown, type = "application/json"): Promise<T> {
  const sent = body === undefined ? null : type === "application/json" ? JSON.stringify(body) : (body as string);
  let answer: Response;
  try {
    answer = await fetch(path, { method, body: sent, headers: sent === null ? {} : { "Content-Type": type } });
  } catch {
    throw new Problem("offline", sentenceOf("offline", "The server does not answer."));
  }
  if (answer.ok) return (answer.status === 204 ? null : await answer.json()) as T;
  const told = (await answer.json().catch(() => null)) as NotDone | null;
  const code = told?.code ?? "failed";
  throw new Problem(code, sentenceOf(code, told?.sentence ?? code));
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body?: unknown, type?: string): Promise<T> => ask<T>("POST", path, body, type);
export const put = <T>(path: string, body?: unknown): Promise<T> => ask<T>("PUT", path, body);
export const patch = <T>(path: string, body?: unknown): Promise<T> => ask<T>("PATCH", path, body);
export const drop = <T>(path: string): Promise<T> => ask<T>("DELETE", path);
