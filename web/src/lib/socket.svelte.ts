/** The one socket of a page. It comes back by itself; whoever follows tables follows them again then. */
import { Problem, sentenceOf } from "$lib/api";
import type { FromClient, FromServer, Moved } from "$lib/wire";

/**
 * `idle`: nobody needs it; `opening`: for the first time; `open`; `waiting`: it broke, and has not come back yet. A
 * moment without it is nobody's concern: what is said meanwhile is said again.
 */
export type Connection = "idle" | "opening" | "open" | "waiting";

/** What answers a message: something that quotes its number, or the receipt of a move. */
export type Answer = Extract<FromServer, { id: number }> | Moved;
type Wish<M> = M extends unknown ? Omit<M, "id"> : never;

interface Waiting {
  readonly message: Wish<FromClient>;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (problem: Problem) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;
/** Milliseconds without it that nobody is told of. */
const UNNOTICED = 1_500;
/** Milliseconds over which a crowd comes back that is sent away at once. */
const CROWD = 50;
/** Why the server closes it: it restarts, and another one is there already; the session that opened it is over. */
const RESTARTING = 1012;
const SESSION_OVER = 4401;

class Socket {
  state = $state<Connection>("idle");
  #socket: WebSocket | null = null;
  /** Whose page this is; empty: no table's. */
  #table = "";
  #wait = FIRST_WAIT;
  /** Runs while it is gone, until that is told. */
  #unnoticed: ReturnType<typeof setTimeout> | undefined;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #listeners = new Set<(message: FromServer) => void>();
  #openers = new Set<() => void>();
  #enders = new Set<() => void>();

  constructor() {
    addEventListener("online", () => this.#retry());
    addEventListener("offline", () => this.#socket?.close());
  }

  /**
   * Hear everything that comes, and whenever the socket opens; the function that ends it. A table's page names its
   * table: where there are several servers, a proxy can then lead all its people to the same one.
   */
  listen(heard: (message: FromServer) => void, opened: () => void, table = this.#table): () => void {
    this.#listeners.add(heard);
    this.#openers.add(opened);
    if (table !== this.#table) this.#move(table);
    else if (this.#socket?.readyState === WebSocket.OPEN) opened();
    else this.#retry();
    return () => {
      this.#listeners.delete(heard);
      this.#openers.delete(opened);
    };
  }

  /** Hear when the server closes it because the session is over; the function that ends it. */
  whenOver(heard: () => void): () => void {
    this.#enders.add(heard);
    return () => void this.#enders.delete(heard);
  }

  /** Say something, if the socket is open; it is not said later. */
  tell(message: Wish<FromClient>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Say something, and wait for the answer. Throws a `Problem` for a trouble, or where the connection is gone. */
  ask(message: Wish<FromClient>): Promise<Answer> {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      if (!this.tell({ ...message, id } as FromClient)) this.#gone(id);
    });
  }

  #retry(): void {
    if (this.#socket) return;
    this.state = this.state === "idle" ? "opening" : this.state;
    const place = this.#table && `?table=${encodeURIComponent(this.#table)}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket${place}`);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket === socket) this.#opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#heard(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event: CloseEvent) => {
      if (this.#socket === socket) this.#closed(event.code);
    };
  }

  #opened(): void {
    this.state = "open";
    this.#wait = FIRST_WAIT;
    this.#noticed();
    for (const opened of this.#openers) opened();
  }

  /** Open it anew as a table's. */
  #move(table: string): void {
    this.#table = table;
    const left = this.#socket;
    if (left) {
      this.#lose();
      leave(left);
    }
    this.#retry();
  }

  #heard(message: FromServer): void {
    const id = message.type === "moved" ? this.#receiptOf(message) : "id" in message ? message.id : 0;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (message.type === "trouble")
      waiting?.reject(new Problem(message.code, sentenceOf(message.code, message.sentence)));
    else waiting?.resolve(message as Answer);
    for (const heard of this.#listeners) heard(message);
  }

  /** The number of the message that made a move; 0: it was not made here. */
  #receiptOf(moved: Moved): number {
    for (const [id, { message }] of this.#waiting) {
      const mine = message.type === "play" && message.table === moved.table;
      if (mine && message.seat === moved.seat && message.ask === moved.ask) return id;
    }
    return 0;
  }

  #closed(code: number): void {
    if (code === SESSION_OVER) for (const heard of this.#enders) heard();
    this.#lose();
    if (this.#listeners.size === 0) {
      this.#noticed();
      this.state = "idle";
    } else if (code === RESTARTING) setTimeout(() => this.#retry(), Math.random() * CROWD);
    else {
      setTimeout(() => this.#retry(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    }
  }

  /** It is gone, and with it whatever was to come over it. */
  #lose(): void {
    this.#socket = null;
    this.#unnoticed ??= setTimeout(() => (this.state = "waiting"), UNNOTICED);
    for (const id of [...this.#waiting.keys()]) this.#gone(id);
  }

  /** It is back, or nobody needs it: there is nothing to tell. */
  #noticed(): void {
    clearTimeout(this.#unnoticed);
    this.#unnoticed = undefined;
  }

  #gone(id: number): void {
    this.#waiting.get(id)?.reject(new Problem("offline", sentenceOf("offline", "The server does not answer.")));
    this.#waiting.delete(id);
  }
}

/** Close a socket; one that is still opening once it is open, or browsers complain. */
function leave(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

export const socket = new Socket();
