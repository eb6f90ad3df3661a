/** Data of the KurrentDB stand-in: a log and its streams, with the server's rules for appending and reading. */

export interface Proposed {
  readonly id: string;
  readonly metadata: ReadonlyMap<string, string>;
  readonly customMetadata: Uint8Array;
  readonly data: Uint8Array;
}

export interface Stored extends Proposed {
  readonly stream: string;
  /** The first event of a stream has revision 0. */
  readonly revision: number;
  /** Bytes before it in the log: grows with gaps, like the server's. */
  readonly position: bigint;
  readonly created: Date;
}

/** A revision, or that the stream must not exist. */
export type Expected = bigint | 'no stream';

export type Appended =
  | { readonly isRefused: false; readonly revision: number; readonly position: bigint }
  | { readonly isRefused: true; readonly current: number | undefined };

export class KurrentDbLog {
  eventsSent = 0;
  readonly #all: Stored[] = [];
  readonly #streams = new Map<string, Stored[]>();
  readonly #followers = new Set<() => void>();

  constructor() {
    // The server keeps its own statistics and settings in the same log.
    for (const stream of ['$settings', '$stats-127.0.0.1:2113']) this.#store(stream, [ownEvent()]);
  }

  /**
   * Atomic. Repeating the same ids stored at the expected revision succeeds without storing (the server's idempotency);
   * anything else at a past revision is refused.
   */
  append(stream: string, expected: Expected, events: readonly Proposed[]): Appended {
    const stored = this.#streams.get(stream) ?? [];
    const next = expected === 'no stream' ? 0 : Number(expected) + 1;
    if (next === stored.length) {
      this.#store(stream, events);
    } else {
      const there = stored.slice(next, next + events.length);
      const isRepeat = there.length === events.length && events.every(({ id }, index) => there[index]?.id === id);
      if (!isRepeat) return { isRefused: true, current: stored.at(-1)?.revision };
    }
    const last = this.#streams.get(stream)?.[next + events.length - 1];
    if (last === undefined) throw new Error('What was appended is not there');
    // Between other events, as on a shared server.
    if (this.#all.length % 7 === 0) this.#store('$stats-127.0.0.1:2113', [ownEvent()]);
    return { isRefused: false, revision: last.revision, position: last.position };
  }

  /** From a revision on; undefined when the stream does not exist. */
  readStream(stream: string, fromRevision: number, count: number): readonly Stored[] | undefined {
    return this.#streams.get(stream)?.slice(fromRevision, fromRevision + count);
  }

  /** From `position` on, inclusive. */
  readAll(position: bigint, count: number): readonly Stored[] {
    const start = this.#indexOf(position);
    return this.#all.slice(start, start + count);
  }

  /** Newest first. */
  readLast(count: number): readonly Stored[] {
    return this.#all.slice(-count).toReversed();
  }

  /** After `position`, exclusive. */
  after(position: bigint, count: number): readonly Stored[] {
    return this.readAll(position + 1n, count);
  }

  /** Calls `follower` after each append, until the returned function is called. */
  follow(follower: () => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  #store(stream: string, events: readonly Proposed[]): void {
    const own = this.#streams.get(stream) ?? [];
    for (const event of events) {
      const before = this.#all.at(-1);
      const position = before === undefined ? 0n : before.position + BigInt(200 + before.data.length);
      const stored: Stored = { ...event, stream, revision: own.length, position, created: new Date() };
      own.push(stored);
      this.#all.push(stored);
    }
    this.#streams.set(stream, own);
    for (const follower of this.#followers) follower();
  }

  /** Index of the first event at or after a position. */
  #indexOf(position: bigint): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle]?.position ?? 0n) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function ownEvent(): Proposed {
  const metadata = new Map([
    ['type', '$statsCollected'],
    ['content-type', 'application/json'],
  ]);
  return { id: crypto.randomUUID(), metadata, customMetadata: new Uint8Array(), data: Buffer.from('{"es":1}') };
}
