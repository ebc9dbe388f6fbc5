/** What all games share names none of them. */
const shared = {
  ...import.meta.glob<string>("../../src/lib/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }),
  ...import.meta.glob<string>("../../src/pages/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }),
};
const keys = Object.keys(import.meta.glob("../../src/games/*/index.ts")).map((path) => path.split("/").at(-2) ?? "");

test("there are games, and there is what they share", () => {
  expect(keys.length).toBeGreaterThan(0);
  expect(Object.keys(shared).length).toBeGreaterThan(0);
});

test.each(keys)("%s is named nowhere but in its own folder", (key) => {
  const named = new RegExp(String.raw`(?<!\$art/|--)\b${key}\b`);
  const found = Object.entries(shared).filter(([, text]) => named.test(text));
  expect(found.map(([path]) => path)).toEqual([]);
});
