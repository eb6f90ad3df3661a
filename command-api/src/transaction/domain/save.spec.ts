import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditPoolAggregate, emptyPool, type PoolCommand, refundSpend, spendCredits } from '../../credits/index.ts';
import type { CreditPoolEvent } from '@clearcut/schemas/credits/events';
import { CatalogueError } from '@clearcut/schemas/errors';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { pictureStateOf } from './picture-state.ts';
import {
  chosen,
  coloured,
  cutOut,
  deleted,
  expired,
  given,
  ingredientsOf,
  owner,
  mapped,
  refined,
  removed,
  requester,
  restored,
  step,
  stroke,
  stroked,
  transactionId,
  uuidOf,
  when,
  atEditLimit,
} from '../testing/histories.ts';
import { chooseSubject, recordBackgroundRemoved, recordMatteRefined } from './cut-out.ts';
import { restoreOperation } from './edit.ts';
import type { PictureDecision } from './picture.ts';
import { requestSave } from './save-requests.ts';
import { recordHdRendered, recordSaveFailed, startSave } from './save.ts';
import { deleteTransaction, expireImage } from './transaction.ts';

const renderer = { name: 'test', version: 1 };

const stateOf = (...events: readonly TransactionEvent[]): string => pictureStateOf(ingredientsOf(given(...events)));

const { teamId, userId } = owner;
const start = (name: string, pictureState: string) =>
  startSave({ transactionId, saveId: uuidOf(name), pictureState, teamId, userId, credits: 1 });
const started = (name: string, op: string, pictureState: string, isBulk = false): TransactionEvent => ({
  type: 'HdSaveStarted',
  data: { transactionId, saveId: uuidOf(name), opId: uuidOf(op), pictureState, teamId, userId, credits: 1, isBulk },
});
const renderedSave = (saveId: string) => recordHdRendered({ transactionId, saveId, file: step('hd'), renderer });
const rendered = (name: string) => renderedSave(uuidOf(name));
const completed = (name: string): TransactionEvent => ({
  type: 'HdSaveCompleted',
  data: { transactionId, saveId: uuidOf(name), file: step('hd'), renderer },
});
type Reason = Extract<TransactionEvent, { type: 'HdSaveFailed' }>['data']['reason'];
const failedSave = (saveId: string) => recordSaveFailed({ transactionId, saveId, reason: 'image_unreadable' });
const fail = (name: string) => failedSave(uuidOf(name));
const failed = (name: string, reason: Reason = 'image_unreadable'): TransactionEvent => ({
  type: 'HdSaveFailed',
  data: { transactionId, saveId: uuidOf(name), reason },
});

const now = stateOf(...cutOut);
const begun = [...cutOut, started('save', 'original', now)];

test('only a picture’s look determines its state', () => {
  expect(stateOf(...cutOut, stroked('a'))).not.toBe(now);
  expect(stateOf(...cutOut, coloured('a'))).not.toBe(now);
  expect(stateOf(...cutOut, stroked('a'), restored('original'))).toBe(now);
  const first = stroked('a');
  const second = { ...first, data: { ...first.data, opId: uuidOf('other') } };
  expect(stateOf(...cutOut, second)).toBe(stateOf(...cutOut, first));
  const better = { ...refined, data: { ...refined.data, matte: { ...refined.data.matte, sha256: 'b'.repeat(64) } } };
  expect(stateOf(...cutOut, chosen, removed, better)).not.toBe(now);
});

test('the model and refinement of a matte do not affect payment: a paid picture stays paid with others', () => {
  const byStronger = {
    ...refined,
    data: {
      ...refined.data,
      refinement: { method: 'guided', version: 2 },
      model: { ...removed.data.model, name: 'stronger' },
    },
  } as const;
  expect(stateOf(...cutOut.map((event) => (event.type === 'MatteRefined' ? byStronger : event)))).toBe(now);
  // A job repeated after a settings change: the paid matte stays.
  const paid = [...begun, completed('save')];
  const matte = { ...refined.data.matte, sha256: 'b'.repeat(64) };
  const again = recordMatteRefined({ ...byStronger.data, ...mapped, matte, regions: matte, subject: AUTO });
  expect(when(again, ...paid)).toEqual([]);
});

test('a save begins once, for the operation that its state belongs to', () => {
  expect(when(start('save', now), ...cutOut)).toEqual([started('save', 'original', now)]);
  expect(when(start('save', now), ...begun)).toEqual([]);
  expect(when(start('save', now), ...begun, completed('save'))).toEqual([]);
  expect(when(start('save', now), ...begun, failed('save'))).toEqual([]);
  expect(when(start('save', now), ...cutOut, stroked('a'))).toEqual([started('save', 'original', now)]);
  const edited = stateOf(...cutOut, stroked('a'));
  expect(when(start('save', edited), ...cutOut, stroked('a'), restored('original'))).toEqual([
    started('save', 'a', edited),
  ]);
});

test('a paid save that can no longer be made begins and fails at once', () => {
  for (const end of [deleted, expired]) {
    expect(when(start('save', now), ...cutOut, end)).toEqual([
      started('save', 'original', now),
      failed('save', 'picture_removed'),
    ]);
  }
  for (const later of [[chosen], [chosen, removed]]) {
    expect(when(start('save', now), ...cutOut, ...later)).toEqual([
      started('save', 'original', now),
      failed('save', 'picture_changed'),
    ]);
  }
  expect(() => when(start('save', now))).toThrow(expect.objectContaining({ code: 'transaction_not_found' }));
});

const request = (name: string, save: string, pictureState: string, settings = 'a', isBulk = false) => ({
  requestId: uuidOf(name),
  settings: settings.repeat(64),
  saveId: uuidOf(save),
  pictureState,
  isBulk,
});
const askWith = (hasKey: boolean, ...words: Parameters<typeof request>) =>
  requestSave({ transactionId, requester, request: request(...words), hasKey });
const ask = (...words: Parameters<typeof request>) => askWith(true, ...words);
const asked = (...words: Parameters<typeof request>): TransactionEvent => ({
  type: 'HdSaveRequested',
  data: { transactionId, ...request(...words) },
});

test('a key keeps its meaning, whatever a repeat finds', () => {
  expect(when(ask('key', 'save', now), ...cutOut)).toEqual([asked('key', 'save', now)]);
  const edited = [...cutOut, asked('key', 'save', now), stroked('a')];
  const later = ask('key', 'other', stateOf(...edited));
  for (const since of [[], [deleted], [expired], [chosen]]) expect(when(later, ...edited, ...since)).toEqual([]);
  expect(when(ask('another', 'other', stateOf(...edited)), ...edited)).toHaveLength(1);
  expect(() => when(ask('key', 'save', now, 'b'), ...edited)).toThrow(
    expect.objectContaining({ code: 'idempotency_key_reused' }),
  );
  expect(() => when(ask('key', 'save', now), ...cutOut, deleted)).toThrow(
    expect.objectContaining({ code: 'transaction_not_found' }),
  );
});

test('a save is a bulk save if every request for it said so', () => {
  const [many, alone] = [asked('many', 'save', now, 'a', true), asked('alone', 'save', now)];
  expect(when(start('save', now), ...cutOut, many)).toEqual([started('save', 'original', now, true)]);
  expect(when(start('save', now), ...cutOut, many, alone)).toEqual([started('save', 'original', now)]);
  expect(when(start('other', now), ...cutOut, many)).toEqual([started('other', 'original', now)]);
});

test('a bulk save without a key is requested once, and not after it has begun', () => {
  const many = ['many', 'save', now, 'a', true] as const;
  const again = askWith(false, 'again', 'save', now, 'a', true);
  expect(when(again, ...cutOut)).toEqual([asked('again', 'save', now, 'a', true)]);
  expect(when(again, ...cutOut, asked(...many))).toEqual([]);
  expect(when(again, ...begun)).toEqual([]);
  expect(when(again, ...begun, completed('save'))).toEqual([]);
  expect(when(ask('again', 'save', now, 'a', true), ...begun, completed('save'))).toHaveLength(1);
});

test('a picture without edits left can still be saved', () => {
  expect(when(ask('key', 'save', now), ...atEditLimit)).toEqual([]);
  expect(when(start('save', now), ...atEditLimit)).toEqual([started('save', 'original', now)]);
});

test('a save ends once, completed or failed', () => {
  expect(when(rendered('save'), ...begun)).toEqual([completed('save')]);
  expect(when(fail('save'), ...begun)).toEqual([failed('save')]);
  for (const end of [completed('save'), failed('save')]) {
    expect(when(rendered('save'), ...begun, end)).toEqual([]);
    expect(when(fail('save'), ...begun, end)).toEqual([]);
  }
  for (const decide of [rendered('save'), fail('save')]) {
    expect(when(decide, ...cutOut)).toEqual([]);
    expect(when(decide)).toEqual([]);
  }
});

test('a paid save completes, whatever is edited or chosen meanwhile', () => {
  expect(when(rendered('save'), ...begun, stroked('a'), chosen)).toEqual([completed('save')]);
});

test('deletion and expiry end running saves in the same append', () => {
  const remove = deleteTransaction(transactionId, requester);
  const expire = expireImage(transactionId);
  const two = [...begun, completed('save'), stroked('a'), started('other', 'a', stateOf(...cutOut, stroked('a')))];
  expect(when(remove, ...two)).toEqual([failed('other', 'picture_removed'), deleted]);
  expect(when(expire, ...two)).toEqual([failed('other', 'picture_removed'), expired]);
  expect(when(rendered('other'), ...two, failed('other', 'picture_removed'), deleted)).toEqual([]);
});

class World {
  transaction: TransactionEvent[] = [...cutOut];
  pool: CreditPoolEvent[] = [
    {
      type: 'CreditsGranted',
      data: { teamId, balance: 3, expiring: 0, credits: 3, cause: { kind: 'operator', key: 'k' } },
    },
  ];
  strokes = 0;

  take(decide: PictureDecision): void {
    try {
      this.transaction.push(...when(decide, ...this.transaction));
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
    }
  }

  spend({ key, decide }: PoolCommand): void {
    try {
      const state = this.pool.reduce(creditPoolAggregate.evolve, emptyPool(key));
      this.pool.push(...decide(state, new Date(0)));
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
    }
  }

  request(): void {
    const state = given(...this.transaction);
    if (state?.phase.status !== 'uploaded' || state.phase.refinement === 'open') return;
    const pictureState = pictureStateOf(ingredientsOf(state));
    const same = state.picture.saves.filter((save) => save.pictureState === pictureState);
    if (same.some(({ status }) => status !== 'failed')) return;
    const saveId = uuidOf(`${pictureState} ${same.length}`);
    this.spend(spendCredits({ teamId, credits: 1, transactionId, saveId, pictureState }));
  }

  react(event: CreditPoolEvent | TransactionEvent | undefined): void {
    if (event?.type === 'CreditsSpent') this.take(startSave({ userId, ...event.data }));
    if (event?.type === 'HdSaveFailed') {
      this.spend(refundSpend({ teamId, saveId: event.data.saveId, reason: 'save-failed' }));
    }
  }

  ids(type: TransactionEvent['type'] | CreditPoolEvent['type']): string[] {
    return [...this.transaction, ...this.pool].flatMap((event) =>
      event.type === type && 'saveId' in event.data ? [event.data.saveId] : [],
    );
  }
}

type Step = (world: World, n: number) => void;
const saveIdAt = (world: World, n: number): string | undefined => {
  const ids = world.ids('HdSaveStarted');
  return ids[n % Math.max(1, ids.length)];
};
const steps: Record<string, Step> = {
  stroke: (world) => world.take(stroke(`stroke ${(world.strokes += 1)}`)),
  undo: (world, n) => {
    const opId = n % 2 === 0 ? uuidOf('original') : uuidOf(`stroke ${n % 5}`);
    world.take(restoreOperation({ transactionId, requester, requestId: null, opId }));
  },
  request: (world) => world.request(),
  reactToSpend: (world, n) => world.react(world.pool[n % world.pool.length]),
  reactToFailure: (world, n) => world.react(world.transaction[n % world.transaction.length]),
  complete: (world, n) => {
    const saveId = saveIdAt(world, n);
    if (saveId !== undefined) world.take(renderedSave(saveId));
  },
  fail: (world, n) => {
    const saveId = saveIdAt(world, n);
    if (saveId !== undefined) world.take(failedSave(saveId));
  },
  choose: (world, n) => {
    const subject = { kind: 'point', x: n % 30, y: 1 } as const;
    world.take(chooseSubject({ transactionId, requester, subject }));
  },
  cutOut: (world) => {
    const state = given(...world.transaction);
    if (state === null) return;
    const { subject } = state.picture;
    const sha256 = uuidOf(JSON.stringify(subject)).replaceAll('-', '').repeat(2);
    world.take(recordBackgroundRemoved({ subject, ...removed.data }));
    const matte = { ...refined.data.matte, sha256 };
    world.take(recordMatteRefined({ subject, regions: matte, ...mapped, ...refined.data, matte }));
  },
  remove: (world, n) => {
    if (n % 6 === 0) world.take(deleteTransaction(transactionId, requester));
  },
  expire: (world, n) => {
    if (n % 6 === 0) world.take(expireImage(transactionId));
  },
};

test('property: charges equal completed saves, in any order of requests, results, repeats and deletions', () => {
  const anyStep = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat({ max: 40 }));
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), (sequence) => {
      const world = new World();
      for (const [name, n] of sequence) {
        steps[name]?.(world, n);
        expect(world.pool.at(-1)?.data.balance).toBeGreaterThanOrEqual(0);
      }
      for (const event of world.pool) world.react(event);
      for (const saveId of world.ids('HdSaveStarted')) world.take(renderedSave(saveId));
      for (const event of world.transaction) world.react(event);

      const [begun, done, lost] = [world.ids('HdSaveStarted'), world.ids('HdSaveCompleted'), world.ids('HdSaveFailed')];
      expect(new Set(begun).size).toBe(begun.length);
      expect([...done, ...lost].sort()).toEqual([...begun].sort());
      expect(world.ids('CreditsSpent').sort()).toEqual([...begun].sort());
      expect(world.ids('CreditsRefunded').sort()).toEqual([...lost].sort());
      expect(world.pool.at(-1)?.data.balance).toBe(3 - done.length);
      expect(given(...world.transaction)).toMatchObject({ picture: { saves: { length: begun.length } } });
    }),
    { numRuns: 300 },
  );
});
