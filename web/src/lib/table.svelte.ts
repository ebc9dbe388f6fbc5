/** A table that is followed: where it stands, what happened, and what one's own seats are asked. */
import type { GameTable } from "$lib/game";
import { post, Problem } from "$lib/api";
import { Director, type Step } from "$lib/director.svelte";
import { socket } from "$lib/socket.svelte";
import { sound } from "$lib/sound";
import type {
  AnyGame,
  FromServer,
  GameTypes,
  Happening,
  Hint,
  Phrase,
  Question,
  Reason,
  RemarkCard,
  Sight,
  Standpoint,
  TableCard,
  UndoAsked,
  UndoOffered,
} from "$lib/wire";

/** Whose eyes look: a seat's, or null: a spectator's. */
export type Eye = number | null;

/** A step in the log, as every pair of one's own eyes saw it. */
export interface Logged<G extends GameTypes> {
  readonly version: number;
  /** Whose move it was; null: the laying out. */
  readonly seat: number | null;
  readonly undone: boolean;
  readonly events: ReadonlyMap<Eye, readonly G["Event"][]>;
}

/** A line of the log, as it is read: an event, or a move taken back. */
export interface LogLine<G extends GameTypes> {
  readonly version: number;
  readonly seat: number | null;
  readonly event: G["Event"] | null;
}

interface Pending<G extends GameTypes> {
  readonly seat: number;
  readonly ask: number;
  readonly move: G["Move"];
}

/** Seconds since this page was opened. */
const pageSeconds = (): number => performance.now() / 1000;

export class TableClient<G extends GameTypes = AnyGame> {
  card = $state.raw<TableCard<G>>() as TableCard<G>;
  version = $state(0);
  sights = $state.raw<ReadonlyMap<Eye, Sight<G>>>(new Map());
  remarks = $state.raw<readonly RemarkCard[]>([]);
  /** Whether one may say words of one's own, or quick phrases alone. */
  words = $state(false);
  online = $state.raw<readonly string[]>([]);
  wish = $state.raw<UndoAsked | null>(null);
  /** The last version at which somebody wanted to take a move back: there is one such wish at each. */
  wished = $state(0);
  /** The last move of one's own that may be taken back, or asked back: as the server says. */
  offered = $state.raw<Pick<UndoOffered, "version" | "seat"> | null>(null);
  hint = $state.raw<Hint<G> | null>(null);
  /** Why the last attempt was refused. */
  refused = $state.raw<{ readonly rule: string; readonly reason: string } | null>(null);
  closed = $state<Reason | null>(null);
  /** A move is on its way. */
  sending = $state(false);
  /** Whose eyes look now. */
  eye = $state<Eye>(null);
  readonly director: Director<G>;

  #steps = $state.raw<readonly Logged<G>[]>([]);
  /** How far the log has been told: all steps up to this version, and so many events of the one after it. */
  #told = $state.raw({ version: 0, events: 0 });
  #mine: readonly number[] = [];
  #pending: Pending<G> | null = null;
  /** How far the server's time is ahead of this page's own clock, which nobody sets. */
  #ahead = Date.now() / 1000 - pageSeconds();
  #end: () => void;

  constructor(
    readonly id: string,
    card: TableCard<G>,
    readonly me: string | null,
    private readonly game: GameTable<G>,
    private readonly announce: (event: G["Event"]) => void = () => {},
  ) {
    this.card = card;
    this.director = new Director(game, (event, step) => this.#tell(event, step));
    this.#end = socket.listen(
      (message) => this.#heard(message as FromServer<G>),
      () => this.#follow(),
      this.id,
    );
  }

  /** Follow it no more. */
  close(): void {
    this.#end();
    this.director.settle(null);
    socket.tell({ type: "unfollow", table: this.id });
  }

  /** What time it is for the server, in seconds since 1970: clocks run by it. */
  now(): number {
    return pageSeconds() + this.#ahead;
  }

  /** One's own seats, in order. */
  get mine(): readonly number[] {
    return this.card.seats.flatMap((seat, number) => (seat.person && seat.person.id === this.me ? [number] : []));
  }

  /** Whether one may take another seat as well, for somebody at this device. */
  get sharing(): boolean {
    return !this.card.open || this.card.several;
  }

  /** Whether one hosts the table. */
  get hosting(): boolean {
    return this.card.host.id === this.me;
  }

  /** One's own seats that are asked. */
  get asked(): readonly number[] {
    return this.mine.filter((seat) => this.sights.get(seat)?.question);
  }

  /** Who has to be at the device now, if that is not whoever looks: then the table hides. */
  get curtain(): number | null {
    if (this.mine.length < 2 || this.director.playing || this.card.state !== "playing") return null;
    const next = this.asked.includes(this.eye ?? -1) ? this.eye : this.asked[0];
    return next === undefined || next === this.eye ? null : next;
  }

  /** Whether the move made last may be asked back by whoever looks, and nobody has asked for it yet. */
  get mayUndo(): boolean {
    const { offered, version } = this;
    return offered?.version === version && offered.seat === this.eye && this.wished !== version;
  }

  /** What the eyes that look are asked, if they may answer now. */
  get question(): Question<G> | null {
    if (this.director.playing || this.sending || this.curtain !== null || this.wish?.seat === this.eye) return null;
    return this.sights.get(this.eye)?.question ?? null;
  }

  /** The log as the eyes that look may read it. */
  get log(): LogLine<G>[] {
    const { version, events } = this.#told;
    return this.#steps
      .filter((step) => step.version <= version + (events ? 1 : 0))
      .flatMap((step) => {
        const line = (event: G["Event"] | null): LogLine<G> => ({ version: step.version, seat: step.seat, event });
        if (step.undone) return [line(null)];
        const seen = step.events.get(this.eye) ?? [];
        const told = step.version <= version ? seen : seen.slice(0, events);
        return told.map(line);
      });
  }

  /** Look through another pair of one's own eyes. */
  look(eye: Eye): void {
    this.eye = eye;
    this.hint = null;
    this.director.settle(this.sights.get(eye)?.view ?? null);
    this.#told = { version: this.version, events: 0 };
  }

  /** Answer what is asked. What the rules forbid is in `refused` afterwards; throws what else went wrong. */
  async play(move: G["Move"]): Promise<void> {
    const question = this.question;
    if (!question || this.eye === null) return;
    await this.#send({ seat: this.eye, ask: question.ask, move });
  }

  /** Tell the server that what the answer to the question will time begins now. */
  signal(): void {
    const question = this.question;
    if (question && this.eye !== null)
      socket.tell({ type: "signal", table: this.id, seat: this.eye, ask: question.ask });
  }

  async askUndo(): Promise<void> {
    const seat = this.eye ?? this.mine[0];
    if (seat !== undefined) await socket.ask({ type: "ask_undo", table: this.id, seat });
  }

  async answerUndo(grant: boolean): Promise<void> {
    if (this.wish) await socket.ask({ type: "answer_undo", table: this.id, version: this.wish.version, grant });
  }

  /** The next step of help: a nudge, the reasons, the move. */
  async askHint(): Promise<void> {
    const question = this.question;
    if (!question || this.eye === null) return;
    const known = this.hint?.ask === question.ask && this.hint.seat === this.eye ? this.hint : null;
    const step = !known ? "nudge" : !known.reasons ? "reasons" : "move";
    const answer = await socket.ask({ type: "ask_hint", table: this.id, seat: this.eye, ask: question.ask, step });
    if (answer.type === "hint") this.hint = answer as Hint<G>;
  }

  async say(text: string, to: string | null = null): Promise<void> {
    await socket.ask({ type: "say", table: this.id, text, to });
  }

  async sayPhrase(phrase: Phrase): Promise<void> {
    await socket.ask({ type: "say_phrase", table: this.id, phrase });
  }

  /** Ask for another game with the same people, or agree to it; against bots alone it has begun then. */
  async rematch(): Promise<TableCard> {
    return post<TableCard>(`/api/tables/${this.id}/rematch`);
  }

  /** One's seats are one's own again. */
  async comeBack(): Promise<void> {
    await socket.ask({ type: "return", table: this.id });
  }

  async #send(pending: Pending<G>): Promise<void> {
    this.#pending = pending;
    this.sending = true;
    this.refused = null;
    try {
      const answer = await socket.ask({ type: "play", table: this.id, ...pending });
      if (answer.type === "refused") this.refused = answer;
      this.#pending = null;
    } catch (problem) {
      // While the connection is gone the move waits: whether it was made, the server says when it is back.
      if (problem instanceof Problem && problem.code === "offline") return;
      this.#pending = null;
      throw problem;
    } finally {
      if (!this.#pending) this.sending = false;
    }
  }

  #follow(): void {
    const after = this.#steps.at(-1)?.version ?? 0;
    socket.ask({ type: "follow", table: this.id, after }).catch((problem: unknown) => {
      if (problem instanceof Problem && problem.code !== "offline") this.closed = "no_spectators";
    });
  }

  #heard(message: FromServer<G>): void {
    if (!("table" in message) || message.table !== this.id) return;
    switch (message.type) {
      case "standpoint":
        this.#stand(message);
        break;
      case "started":
        this.card = message.card;
        this.#seat();
        this.#happened(message.version, null, message.sights);
        break;
      case "moved":
        this.card = { ...this.card, asked: message.asked };
        this.#happened(message.version, message.seat, message.sights);
        break;
      case "undone":
        this.card = { ...this.card, asked: message.asked };
        this.#undone(message.version, message.seat, message.sights);
        break;
      case "over":
        this.card = { ...this.card, state: "over", standings: message.standings, secret: message.secret, asked: [] };
        break;
      case "changed":
        this.card = message.card;
        this.#seat();
        break;
      case "closed":
        this.closed = message.reason;
        break;
      case "undo_offered":
        this.offered = message;
        break;
      case "undo_asked":
        this.#wish(message);
        break;
      case "undo_declined":
        this.wish = null;
        break;
      case "remarked":
        this.remarks = [...this.remarks, message.remark];
        if (message.remark.person.id !== this.me) sound("bubble");
        break;
      case "talk":
        this.words = message.words;
        break;
      case "presence":
        this.online = message.online;
        break;
    }
  }

  /** Ask whether a step that is one's own move, and the last, could be taken back. */
  #lookForUndo(step: Logged<G> | undefined): void {
    if (!step || step.undone || step.seat === null || step.version !== this.version) return;
    const { seat } = step;
    if (this.card.state === "playing" && this.mine.includes(seat))
      socket.tell({ type: "may_undo", table: this.id, seat });
  }

  #wish(wish: UndoAsked | null): void {
    this.wish = wish;
    if (wish) this.wished = wish.version;
  }

  #stand(stand: Standpoint<G>): void {
    this.card = stand.card;
    this.version = stand.version;
    this.sights = new Map(stand.sights.map((sight) => [sight.seat, sight]));
    this.online = stand.online;
    this.words = stand.words;
    this.#wish(stand.undo);
    this.#ahead = stand.now - pageSeconds();
    this.closed = null;
    if (stand.remarks.length) this.remarks = stand.remarks;
    const known = this.#steps.at(-1)?.version ?? 0;
    this.#steps = [...this.#steps, ...stand.missed.filter((step) => step.version > known).map(logged<G>)];
    this.#told = { version: stand.version, events: 0 };
    this.#seat();
    this.#lookForUndo(this.#steps.at(-1));
    if (!this.#layOut()) this.director.settle(this.sights.get(this.eye)?.view ?? null);
    this.#resend();
  }

  /** Show the laying out, if that is all there is and one has something to begin in it; whether it is shown. */
  #layOut(): boolean {
    const { eye } = this;
    const [step, more] = this.#steps;
    const sight = this.sights.get(eye);
    const events = step?.version === 1 && !more ? step.events.get(eye) : undefined;
    if (eye === null || !sight || !events?.some((event) => this.game.begunBy?.(event, sight.view, eye))) return false;
    this.#told = { version: 0, events: 0 };
    this.director.settle(null);
    this.director.push({ version: 1, seat: null, eye, events, view: sight.view });
    return true;
  }

  /** Once the connection is back: a move that was on its way is sent again, if its question is still open. */
  #resend(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = null;
    this.sending = false;
    if (this.sights.get(pending.seat)?.question?.ask === pending.ask) void this.#send(pending).catch(() => {});
  }

  #happened(version: number, seat: number | null, sights: readonly Sight<G>[]): void {
    if (version <= this.version) return;
    this.version = version;
    this.wish = null;
    this.hint = null;
    this.refused = null;
    this.sights = new Map(sights.map((sight) => [sight.seat, sight]));
    const events = new Map(sights.map((sight) => [sight.seat, sight.events]));
    const step = { version, seat, undone: false, events };
    this.#steps = [...this.#steps, step];
    this.#lookForUndo(step);
    const { eye } = this;
    const sight = this.sights.get(eye);
    if (!sight) return;
    const inRow = eye !== null && seat !== null && this.card.seats[seat]?.bot != null;
    this.director.push({
      version,
      seat,
      eye,
      events: sight.events,
      view: sight.view,
      inRow,
      moreComes: sight.question === null,
      leftMs: this.#leftMs(),
    });
  }

  /** How long the eyes that look still have for what they are asked; null: as they like, or nothing is asked. */
  #leftMs(): number | null {
    const due = this.card.asked.find(({ seat }) => seat === this.eye)?.due ?? null;
    return due === null ? null : 1000 * (due - this.now());
  }

  #undone(version: number, seat: number, sights: readonly Sight<G>[]): void {
    this.version = version;
    this.wish = null;
    this.hint = null;
    this.sights = new Map(sights.map((sight) => [sight.seat, sight]));
    this.#steps = [...this.#steps, { version, seat, undone: true, events: new Map() }];
    this.#told = { version, events: 0 };
    this.director.settle(this.sights.get(this.eye)?.view ?? null);
  }

  /** Seats may have changed: look through eyes that are one's own. With several, those that are asked come first. */
  #seat(): void {
    const mine = this.mine;
    if (mine.join() === this.#mine.join() && (this.eye !== null || mine.length === 0)) return;
    this.#mine = mine;
    if (mine.length > 1) this.eye = mine.includes(this.eye ?? -1) ? this.eye : null;
    else this.eye = mine[0] ?? null;
  }

  #tell(event: G["Event"], step: Step<G>): void {
    const before = step.version - 1;
    const events = this.#told.version === before ? this.#told.events + 1 : 1;
    this.#told = events >= step.events.length ? { version: step.version, events: 0 } : { version: before, events };
    this.announce(event);
  }
}

function logged<G extends GameTypes>(step: Happening<G>): Logged<G> {
  const events = Object.entries(step.events).map(
    ([eye, seen]) => [eye === "spectator" ? null : Number(eye), seen] as const,
  );
  return {
    version: step.version,
    seat: step.seat,
    undone: step.undone,
    events: new Map<Eye, readonly G["Event"][]>(events),
  };
}
