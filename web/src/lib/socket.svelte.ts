/** The one socket of a page. It comes back by itself; whoever follows tables follows them again then. */
import { Problem, sentenceOf } from "$lib/api";
import type { FromClient, FromServer, Moved } from "$lib/wire";

/** `idle`: nobody needs it; `opening`: for the first time; `open`; `waiting`: it broke, and comes back. */
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
/** Why the server closes it: the session that opened it is over. */
const SESSION_OVER = 4401;

class Socket {
  state = $state<Connection>("idle");
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #listeners = new Set<(message: FromServer) => void>();
  #openers = new Set<() => void>();
  #enders = new Set<() => void>();

  constructor() {
    addEventListener("online", () => this.#retry());
    addEventListener("offline", () => this.#socket?.close());
  }

  /** Hear everything that comes, and whenever the socket opens; the function that ends it. */
  listen(heard: (message: FromServer) => void, opened: () => void): () => void {
    this.#listeners.add(heard);
    this.#openers.add(opened);
    if (this.state === "open") opened();
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
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.state = "open";
      this.#wait = FIRST_WAIT;
      for (const opened of this.#openers) opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => this.#heard(JSON.parse(event.data) as FromServer);
    socket.onclose = (event: CloseEvent) => this.#closed(event.code);
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
    this.#socket = null;
    if (code === SESSION_OVER) for (const heard of this.#enders) heard();
    for (const id of [...this.#waiting.keys()]) this.#gone(id);
    if (this.#listeners.size === 0) {
      this.state = "idle";
      return;
    }
    this.state = "waiting";
    setTimeout(() => this.#retry(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #gone(id: number): void {
    this.#waiting.get(id)?.reject(new Problem("offline", sentenceOf("offline", "The server does not answer.")));
    this.#waiting.delete(id);
  }
}

export const socket = new Socket();
