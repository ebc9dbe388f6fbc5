// @vitest-environment jsdom

import { afterEach, expect, it, vi } from "vitest";

import { ResultShare } from "$lib/frame/result_share.svelte";

const URL = "http://laguna/tables/t?replay&key=k";

function answering(...statuses: number[]): ReturnType<typeof vi.fn> {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ url: URL, key: "k" }, { status: statuses.shift() })));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "share");
});

it("makes no link before somebody wants one, and then one for all", async () => {
  const fetched = answering(200);
  const result = new ResultShare("t", "duck", "pl");
  expect(fetched).not.toHaveBeenCalled();
  expect(await result.link()).toBe(`${URL}&lang=pl`);
  expect(await result.link()).toBe(`${URL}&lang=pl`);
  expect(fetched).toHaveBeenCalledOnce();
});

it("tries again after a link could not be made", async () => {
  answering(500, 200);
  const result = new ResultShare("t", "duck", "en");
  await expect(result.link()).rejects.toThrow();
  expect(await result.link()).toBe(`${URL}&lang=en`);
});

it("fetches the picture once, and again only after it could not be had", async () => {
  const fetched = vi.fn(async () => new Response("png", { status: fetched.mock.calls.length === 1 ? 503 : 200 }));
  vi.stubGlobal("fetch", fetched);
  const result = new ResultShare("t", "duck", "en");
  expect(result.picture).toBeUndefined();
  await result.fetchPicture();
  expect(result.picture).toBeNull();
  await Promise.all([result.fetchPicture(), result.fetchPicture()]);
  await result.fetchPicture();
  expect(result.picture).toBe(`data:image/png;base64,${btoa("png")}`);
  expect(fetched.mock.calls).toEqual([[result.path], [result.path]]);
});

it("shares by the device, without a picture that there is not", async () => {
  answering(200);
  const share = vi.fn(() => Promise.resolve());
  Object.assign(navigator, { share });
  const result = new ResultShare("t", "duck", "en");
  expect(result.canShare).toBe(true);
  await result.share("Duck: Ala wins!");
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ text: "Duck: Ala wins!", url: `${URL}&lang=en` }));
  expect(share).not.toHaveBeenCalledWith(expect.objectContaining({ files: expect.anything() as unknown }));
});
