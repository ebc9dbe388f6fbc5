// The server's API: JSON in and out; what cannot be done is thrown as a sentence for people.
import { sentence } from "./words.js";

export class Problem extends Error {
  constructor(code, told) {
    super(told);
    this.code = code;
  }
}

export async function ask(method, path, body, type = "application/json") {
  const sent = body === undefined ? undefined : type === "application/json" ? JSON.stringify(body) : body;
  let answer;
  try {
    answer = await fetch(path, { method, body: sent, headers: sent === undefined ? {} : { "Content-Type": type } });
  } catch {
    throw new Problem("offline", await sentence("problems", "offline"));
  }
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (answer.ok) return told;
  const code = told?.code ?? "failed";
  throw new Problem(code, await sentence("problems", code).catch(() => told?.sentence ?? code));
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
export const drop = (path) => ask("DELETE", path);

// Do something that may fail, and say so if it does.
export async function trying(work) {
  const said = document.getElementById("said");
  said.textContent = "";
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Problem)) console.error(problem);
    said.textContent = problem.message;
    setTimeout(() => { if (said.textContent === problem.message) said.textContent = ""; }, 6000);
    return undefined;
  }
}
