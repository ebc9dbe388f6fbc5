import { afterEach, describe, expect, it, vi } from "vitest";

const DRAWINGS = import.meta.glob<string>("../../src/art/*.svg", { query: "?raw", import: "default", eager: true });

describe("a drawing", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it("goes into the page by the door that the server's policy names", async () => {
    const made: string[] = [];
    const createPolicy = (name: string, rules: { createHTML: (text: string) => string }) => {
      made.push(name);
      return { createHTML: (text: string) => ({ trusted: rules.createHTML(text) }) };
    };
    vi.stubGlobal("trustedTypes", { createPolicy });
    const { drawing } = await import("$lib/pieces/drawing");
    expect(drawing("<path/>")).toEqual({ trusted: "<path/>" });
    expect(made).toEqual(["laguna-drawings"]);
  });

  it("is text where there are no such doors", async () => {
    const { drawing } = await import("$lib/pieces/drawing");
    expect(drawing("<path/>")).toBe("<path/>");
  });

  it.each(["<script>x</script>", "<path onclick='x'/>", '<a href="javascript:x">', "<foreignObject/>"])(
    "does nothing: %s",
    async (svg) => {
      const { drawing } = await import("$lib/pieces/drawing");
      expect(() => drawing(svg)).toThrow(TypeError);
    },
  );

  it("may be any of our own", async () => {
    const { drawing } = await import("$lib/pieces/drawing");
    expect(Object.keys(DRAWINGS).length).toBeGreaterThan(10);
    for (const svg of Object.values(DRAWINGS)) expect(drawing(svg)).toBe(svg);
  });
});
