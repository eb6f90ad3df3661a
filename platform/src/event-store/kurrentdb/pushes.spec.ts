import { PassThrough } from 'node:stream';
import type { AllStreamRecordedEvent, EventStoreDBClient, Filter } from '@eventstore/db-client';
import { Subscription } from '@eventstore/db-client/dist/streams/utils/Subscription.js';
import { type Arbitrary, array, assert, asyncProperty, constant, constantFrom, integer, nat, oneof } from 'fast-check';
import { expect, test } from 'vitest';
import { isLater, toPosition } from './position.ts';
import { pushes, type Pushed } from './pushes.ts';

class Server {
  readonly sent: number[] = [];
  readonly #wire = Object.assign(new PassThrough({ objectMode: true }), { cancel() {} });
  #place = 0;

  readonly client = {
    subscribeToAll: ({ filter }: { filter: Filter }) =>
      new Subscription<unknown>(
        (() => Promise.resolve(this.#wire)) as never,
        (event: unknown) => ({ event }),
        {},
        filter.checkpointReached,
      ),
  } as unknown as EventStoreDBClient;

  event(): void {
    const place = (this.#place += 1);
    if (!this.#wire.writable) return;
    this.sent.push(place);
    const at = { commit: BigInt(place), prepare: BigInt(place) };
    this.#wire.write({ hasEvent: () => true, getEvent: () => ({ streamId: 'counter-1', position: at }) });
  }

  checkpoint(): void {
    const place = `${(this.#place += 1)}`;
    if (!this.#wire.writable) return;
    const at = { getCommitPosition: () => place, getPreparePosition: () => place };
    this.#wire.write({ hasCheckpoint: () => true, getCheckpoint: () => at });
  }

  end(): void {
    this.#wire.end();
  }

  error(): void {
    this.#wire.destroy(new Error('cut'));
  }
}

class Reader {
  readonly pieces: Pushed[] = [];
  readonly #held: (() => void)[] = [];
  readonly stopping = new AbortController();
  #isHeld: boolean;
  outcome: 'reading' | 'ended' | Error = 'reading';

  constructor(server: Server, limit: number, isHeld: boolean) {
    this.#isHeld = isHeld;
    void this.#read(server, limit);
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    for (const go of this.#held.splice(0)) go();
  }

  get events(): number[] {
    return this.pieces.flatMap(({ events }) => events.map(placeOf));
  }

  async #read(server: Server, limit: number): Promise<void> {
    const options = { from: null, prefixes: [], limit, window: 32, signal: this.stopping.signal };
    try {
      for await (const piece of pushes(server.client, options)) {
        this.pieces.push(piece);
        if (this.#isHeld) await new Promise<void>((resolve) => this.#held.push(resolve));
      }
      this.outcome = 'ended';
    } catch (error) {
      this.outcome = error as Error;
    }
  }
}

const placeOf = (event: AllStreamRecordedEvent): number => Number(event.position?.commit);

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

const atRest = (): Promise<void> => turns(30);

test('delivers events and then the end of the connection, both while the handler works', async () => {
  const server = new Server();
  const reader = new Reader(server, 10, true);
  server.event();
  await atRest();
  expect(reader.events).toEqual([1]);
  server.event();
  await atRest();
  server.error();
  await atRest();

  reader.release();
  await atRest();

  expect(reader.events).toEqual([1, 2]);
  expect(reader.outcome).toBeInstanceOf(Error);
});

type Step = 'event' | 'checkpoint' | 'hold' | 'release' | 'error' | 'end' | 'abort' | number;
const step: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: constant('event') },
  { weight: 3, arbitrary: constant('checkpoint') },
  { weight: 3, arbitrary: constant('hold') },
  { weight: 3, arbitrary: constant('release') },
  { weight: 1, arbitrary: constantFrom('error' as const, 'end' as const, 'abort') },
  { weight: 4, arbitrary: nat({ max: 3 }) },
);

async function follow(steps: readonly Step[], limit: number): Promise<void> {
  const server = new Server();
  const reader = new Reader(server, limit, false);
  for (const one of steps) {
    if (typeof one === 'number') await turns(one);
    else if (one === 'hold' || one === 'release') reader[one]();
    else if (one === 'abort') reader.stopping.abort();
    else server[one]();
  }
  reader.release();
  await atRest();
  await turns(steps.length);

  const { events, pieces, outcome } = reader;
  expect(events).toEqual(server.sent.slice(0, events.length));
  for (const [index, piece] of pieces.entries()) {
    const seen = pieces.slice(0, index + 1).reduce((count, one) => count + one.events.length, 0);
    const next = server.sent[seen];
    const passed = (place: number) =>
      !isLater(toPosition({ commit: BigInt(place), prepare: BigInt(place) }), piece.position);
    expect(next !== undefined && passed(next)).toBe(false);
  }
  if (steps.includes('abort')) expect(outcome).not.toBe('reading');
  else if (steps.includes('error')) expect(outcome).toBeInstanceOf(Error);
  else {
    expect(events).toEqual(server.sent);
    expect(outcome === 'reading').toBe(!steps.includes('end'));
  }
  reader.stopping.abort();
  await atRest();
  expect(reader.outcome).not.toBe('reading');
}

test('loses, repeats and strands nothing, in any order of events, checkpoints, ends and slow handlers', async () => {
  await assert(asyncProperty(array(step, { maxLength: 40 }), integer({ min: 1, max: 4 }), follow), {
    numRuns: 300,
  });
});
