import { ago } from "../../src/pages/ago";

const NOW = 1_790_000_000;
const before = (seconds: number, language = "pl"): string => ago(NOW - seconds, NOW, language);

test("what was lately is told as one says it, in both languages", () => {
  expect(before(5 * 60)).toBe("5 minut temu");
  expect(before(2 * 3600)).toBe("2 godziny temu");
  expect(before(26 * 3600)).toBe("wczoraj");
  expect(before(12 * 86_400, "en")).toBe("12 days ago");
});

test("what was long ago is told by its date, and nothing lies ahead", () => {
  expect(before(100 * 86_400, "en")).toMatch(/2026/);
  expect(before(-500, "en")).toBe("this minute");
});
