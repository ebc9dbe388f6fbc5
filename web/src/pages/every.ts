/** Do something now and every so many milliseconds while the page is seen; the function that ends it. */
export function every(ms: number, work: () => Promise<void>): () => void {
  const look = (): void => {
    if (!document.hidden) void work();
  };
  look();
  const timer = setInterval(look, ms);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
