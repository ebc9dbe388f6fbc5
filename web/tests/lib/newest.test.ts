import { newest } from "../../src/lib/newest";

test("of several answers only that to the newest question counts, in whichever order they come", async () => {
  const latest = newest();
  const answers: ((answer: string) => void)[] = [];
  const asked = ["a", "b", "c"].map(() => latest(new Promise<string>((answer) => answers.push(answer))));
  for (const number of [2, 0, 1]) answers[number]!(`answer ${number}`);
  expect(await Promise.all(asked)).toEqual([undefined, undefined, "answer 2"]);
  expect(await latest(Promise.resolve("again"))).toBe("again");
});
