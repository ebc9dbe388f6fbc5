/** What a battle and the practice range share: the show, the gunner with clock and tone, the picture, the keys. */
import { untrack } from "svelte";

import type { Scene } from "$lib/game";
import { meantElsewhere } from "$lib/keys";
import type { Sentences } from "$lib/sentences";
import { ticking } from "./clock.svelte";
import { compose, type Doing } from "./compose";
import { type Cue, Gunner } from "./gunner.svelte";
import { aims, CHOSEN } from "./keys";
import { listening } from "./listening.svelte";
import type { Picture } from "./picture";
import { Show } from "./show.svelte";
import { NOWHERE } from "./stage";
import type * as ShipAhoy from "./wire";

/** What is controlled; functions, so that it is always what is there now. */
interface Battle {
  readonly scene: () => Scene<ShipAhoy.Types>;
  readonly seat: () => number;
  readonly sentences: () => Sentences;
  /** Whether one may shoot now. */
  readonly shooting: () => boolean;
  /** What one is about to do. */
  readonly doing: () => Doing;
  /** What a key does where one may not shoot; false: nothing. */
  readonly otherwise?: (event: KeyboardEvent) => boolean;
  readonly cue: Cue;
}

export interface BattleControls {
  readonly gunner: Gunner;
  readonly picture: Picture;
  /** The piece that is pointed at in the dock. */
  pointed: number | null;
  /** Show the last shot once more; null: there is none, or one is aiming. */
  readonly repeat: (() => void) | null;
  readonly pressed: (event: KeyboardEvent) => void;
  readonly released: (event: KeyboardEvent) => void;
}

/** For a component: all of it ends with it. */
export function battleControls(battle: Battle): BattleControls {
  const view = (): ShipAhoy.View => battle.scene().view;
  const show = new Show();
  const gunner = new Gunner(view, battle.seat, battle.cue);

  $effect(() => {
    const now = battle.scene();
    untrack(() => show.play(now));
  });
  $effect(() => () => show.stop());
  ticking(gunner);
  listening(() => (battle.shooting() ? gunner : null), view, battle.seat);

  const hit = $derived.by(() => {
    const { event, again } = battle.scene();
    return event?.event === "shot_fired" && again ? event.shot.toppled : [];
  });
  const picture = $derived(compose(show.moment ?? NOWHERE, view(), battle.doing(), hit, battle.sentences()));

  let pointed = $state<number | null>(null);

  return {
    gunner,
    get pointed() {
      return pointed;
    },
    set pointed(piece) {
      pointed = piece;
    },
    get picture() {
      return picture;
    },
    get repeat() {
      return show.repeatable && !gunner.aiming ? () => show.repeat() : null;
    },
    pressed(event) {
      if (meantElsewhere(event, CHOSEN)) return;
      const meant = battle.shooting() ? aims(event, gunner, view().guns) : battle.otherwise?.(event);
      if (meant) event.preventDefault();
    },
    released(event) {
      if (event.key === " " && battle.shooting() && gunner.aiming && !meantElsewhere(event, CHOSEN)) gunner.release();
    },
  };
}
