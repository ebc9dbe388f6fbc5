/** Tables that wait for me: counted in the tab's title, and told by a notice or a notification where one looks away. */
import { catalogue } from "$lib/catalogue.svelte";
import { get } from "$lib/api";
import { newest } from "$lib/newest";
import { notices } from "$lib/notices.svelte";
import { socket } from "$lib/socket.svelte";
import { sound } from "$lib/sound";
import type { FromServer, TableCard } from "$lib/wire";
import { common } from "$lib/words/common";

class Waiting {
  tables = $state.raw<readonly TableCard[]>([]);
  /** The table one sits at just now, and whether it waits for an answer. */
  here = $state.raw<{ readonly table: string; readonly asked: boolean } | null>(null);
  readonly #newest = newest();

  get count(): number {
    const elsewhere = this.tables.filter((table) => table.id !== this.here?.table).length;
    return elsewhere + (this.here?.asked ? 1 : 0);
  }

  /** Listen from now on; the function that ends it. */
  watch(): () => void {
    void this.refresh();
    return socket.listen(
      (message) => this.#heard(message),
      () => {},
    );
  }

  async refresh(): Promise<void> {
    const found = await this.#newest(get<readonly TableCard[]>("/api/me/tables?which=waiting").catch(() => null));
    if (found) this.tables = found;
  }

  #heard(message: FromServer): void {
    if (message.type !== "your_turn") return;
    void this.refresh();
    const text = `${common().your_turn}: ${catalogue.title(message.game)}`;
    notices.say(text, "turn", `/tables/${message.table}`);
    sound("turn");
    if (document.hidden && "Notification" in globalThis && Notification.permission === "granted") {
      const shown = new Notification("Laguna", { body: text, tag: message.table, icon: "/favicon.svg" });
      shown.onclick = () => {
        window.focus();
        location.href = `/tables/${message.table}`;
      };
    }
  }
}

export const waiting = new Waiting();
