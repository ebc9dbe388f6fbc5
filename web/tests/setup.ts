/** What a browser has and jsdom has not. Tests that need no page run without one, which is quicker. */
if (typeof document !== "undefined") {
  globalThis.matchMedia ??= ((query: string) => ({
    matches: query.includes("prefers-reduced-motion"), // tests need not wait for motion
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof matchMedia;
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finish() {}, finished: Promise.resolve() }) as unknown as Animation;
  globalThis.scrollTo = () => {};
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  Element.prototype.getAnimations ??= () => [];
}
