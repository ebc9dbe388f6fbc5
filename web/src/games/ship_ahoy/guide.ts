/** Guidance by ear while one aims: the tone lies where the target is, rises as one comes nearer, and beats on it. */

const LOW = 220;
const HIGH = 660;
/** From so many radians off, it is as low as it gets. */
const WIDE = 0.6;
const LOUD = 0.05;

export class Guide {
  #audio: AudioContext | null = null;
  #tone: OscillatorNode | null = null;
  #pan: StereoPannerNode | null = null;
  #gain: GainNode | null = null;
  #beat: OscillatorNode | null = null;
  #depth: GainNode | null = null;

  /** The next target lies so far to the left of the barrel (radians); on it, the ball would touch it. Null: silence. */
  lead(off: number | null, on: boolean): void {
    if (off === null) {
      this.stop();
      return;
    }
    this.#start();
    const now = this.#audio?.currentTime ?? 0;
    const near = 1 - Math.min(1, Math.abs(off) / WIDE);
    this.#tone?.frequency.setTargetAtTime(LOW + (HIGH - LOW) * near, now, 0.03);
    this.#pan?.pan.setTargetAtTime(Math.max(-1, Math.min(1, -off / (WIDE / 2))), now, 0.03);
    this.#depth?.gain.setTargetAtTime(on ? LOUD : 0, now, 0.02);
  }

  stop(): void {
    this.#tone?.stop();
    this.#beat?.stop();
    void this.#audio?.close();
    this.#audio = this.#tone = this.#pan = this.#gain = this.#beat = this.#depth = null;
  }

  #start(): void {
    if (this.#audio || !("AudioContext" in globalThis) || !navigator.userActivation?.hasBeenActive) return;
    const audio = new AudioContext();
    this.#audio = audio;
    this.#tone = audio.createOscillator();
    this.#pan = audio.createStereoPanner();
    this.#gain = audio.createGain();
    this.#gain.gain.value = LOUD;
    this.#beat = audio.createOscillator();
    this.#beat.frequency.value = 9;
    this.#depth = audio.createGain();
    this.#depth.gain.value = 0;
    this.#beat.connect(this.#depth).connect(this.#gain.gain);
    this.#tone.connect(this.#gain).connect(this.#pan).connect(audio.destination);
    this.#tone.start();
    this.#beat.start();
  }
}
