/** Send friends to a table: by the device's own way of sharing, or by a copied link. */
import { words } from "./words";
import { catalogue } from "$lib/catalogue.svelte";
import { post } from "$lib/api";
import { copy } from "$lib/clipboard";
import { notices } from "$lib/notices.svelte";
import type { GameTypes, Link, TableCard } from "$lib/wire";

/** An open table needs no invitation; any other one gets a link that lets people in. */
export async function share(card: TableCard<GameTypes>): Promise<void> {
  const url = card.open
    ? `${location.origin}/tables/${card.id}`
    : (await post<Link>(`/api/tables/${card.id}/invite`)).url;
  if (navigator.share) {
    const title = `Laguna: ${catalogue.title(card.game)}`;
    await navigator.share({ title, url }).catch(() => {}); // not wanted after all
    return;
  }
  await copy(url);
  notices.say(words().shared);
}
