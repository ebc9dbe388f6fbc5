/** What the browser's tab is called: whether somebody waits for me, which page it is, and that it is Laguna. */
import { waiting } from "$lib/waiting.svelte";
import { common } from "$lib/words/common";

class Tab {
  /** What the page is called; nothing at home. */
  page = $state("");

  get title(): string {
    const turn = waiting.count ? `(${waiting.count}) ${common().your_turn}` : "";
    return [turn, this.page, "Laguna"].filter(Boolean).join(" · ");
  }
}

export const tab = new Tab();
