/** How the options of Ship Ahoy are shown. */
import type { OptionLooks } from "$lib/game";
import HandPick from "./HandPick.svelte";
import { VARIANTS } from "./scenario_pictures";
import ScenarioPick from "./ScenarioPick.svelte";
import { words } from "./words";

const STEP = 10;

export const options: OptionLooks = {
  advanced: { picture: VARIANTS.advanced },
  damaged_shoot: { picture: VARIANTS.damaged_shoot },
  teams: { picture: VARIANTS.teams },
  scenario: { Picker: ScenarioPick },
  port_distance: { number: { step: STEP, said: (cm) => words().centimetres(cm) } },
  rounds: { number: { step: STEP, said: (count) => words().rounds(count) } },
  steady_hand: { Picker: HandPick },
};
