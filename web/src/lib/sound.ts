/** Quiet sounds, synthesised: no file is loaded. One switch in the settings silences them all. */
import { settings } from "$lib/settings.svelte";

export type SoundName =
  | "card"
  | "dice"
  | "splash"
  | "step"
  | "coin"
  | "wood"
  | "bell"
  | "oops"
  | "cheer"
  | "turn"
  | "bite"
  | "bubble"
  | "cannon";

interface Tone {
  readonly type: OscillatorType;
  /** Hertz from and to. */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly after?: number;
  readonly loud?: number;
}

/** A breath of noise through a filter: water, cards, dice. */
interface Noise {
  readonly noise: number;
  readonly seconds: number;
  readonly after?: number;
  readonly loud?: number;
}

const SOUNDS: Readonly<Record<SoundName, readonly (Tone | Noise)[]>> = {
  card: [{ noise: 3200, seconds: 0.07, loud: 0.5 }],
  dice: [0, 0.09, 0.17, 0.29, 0.44].map((after) => ({ noise: 1700 + 900 * after, seconds: 0.045, after })),
  splash: [
    { noise: 900, seconds: 0.5 },
    { type: "sine", from: 420, to: 120, seconds: 0.25, loud: 0.5 },
  ],
  step: [{ type: "triangle", from: 220, to: 160, seconds: 0.07 }],
  coin: [
    { type: "sine", from: 880, to: 880, seconds: 0.09 },
    { type: "sine", from: 1320, to: 1320, seconds: 0.18, after: 0.08 },
  ],
  wood: [
    { type: "triangle", from: 190, to: 90, seconds: 0.12 },
    { noise: 700, seconds: 0.05, loud: 0.5 },
  ],
  bell: [
    { type: "sine", from: 660, to: 655, seconds: 0.9 },
    { type: "sine", from: 1660, to: 1650, seconds: 0.5, loud: 0.3 },
  ],
  oops: [{ type: "triangle", from: 330, to: 180, seconds: 0.35 }],
  cheer: [523, 659, 784, 1047].map((pitch, place) => ({
    type: "triangle" as const,
    from: pitch,
    to: pitch,
    seconds: 0.22,
    after: 0.11 * place,
  })),
  turn: [
    { type: "sine", from: 587, to: 587, seconds: 0.12 },
    { type: "sine", from: 784, to: 784, seconds: 0.2, after: 0.11 },
  ],
  bite: [
    { noise: 1200, seconds: 0.12 },
    { type: "square", from: 140, to: 70, seconds: 0.16, loud: 0.4 },
  ],
  cannon: [
    { noise: 500, seconds: 0.28 },
    { type: "triangle", from: 170, to: 45, seconds: 0.3 },
  ],
  bubble: [0, 0.1, 0.17].map((after, place) => ({
    type: "sine" as const,
    from: 300 + 120 * place,
    to: 620 + 120 * place,
    seconds: 0.09,
    after,
  })),
};

const VOLUME = 0.09;
let context: AudioContext | null = null;

/** Play a sound, if somebody wants to hear any and has touched the page before. */
export function sound(name: SoundName): void {
  if (!settings.sound || !("AudioContext" in globalThis) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const at = context.currentTime + 0.01;
  for (const part of SOUNDS[name]) {
    const start = at + (part.after ?? 0);
    const gain = context.createGain();
    gain.gain.setValueAtTime(VOLUME * (part.loud ?? 1), start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + part.seconds);
    gain.connect(context.destination);
    const source = "noise" in part ? breath(context, part, gain) : tone(context, part, start, gain);
    source.start(start);
    source.stop(start + part.seconds);
  }
}

function tone(audio: AudioContext, part: Tone, start: number, gain: GainNode): AudioScheduledSourceNode {
  const source = audio.createOscillator();
  source.type = part.type;
  source.frequency.setValueAtTime(part.from, start);
  source.frequency.exponentialRampToValueAtTime(part.to, start + part.seconds);
  source.connect(gain);
  return source;
}

function breath(audio: AudioContext, part: Noise, gain: GainNode): AudioScheduledSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * part.seconds), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = 2 * Math.random() - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = part.noise;
  source.connect(filter).connect(gain);
  return source;
}
