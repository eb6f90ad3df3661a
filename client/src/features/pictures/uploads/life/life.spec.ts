import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../../../lib/errors/failure.ts';
import { pictureView } from '../transaction/testing/picture-view.ts';
import { after, FILE_GONE, idOf, queued, type Life, type LifeEvent } from './life.ts';
import { canRetry, failureIn } from './selectors.ts';

const keys = fc.constantFrom('k1', 'k2', 'k3');
const ids = fc.constantFrom('a', 'b');
const failures = fc.constantFrom('network', 'file_corrupt', FILE_GONE).map((code) => new Failure(code));
const broken = { status: 'UPLOAD_ERROR', error: { errorCode: 'background_removal_failed', message: '' } };
const views = fc
  .tuple(ids, fc.constantFrom({}, { status: 'PENDING' }, { pipeline: {} }, broken))
  .map(([id, changed]) => pictureView(id, changed));
const alive: fc.Arbitrary<LifeEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('begun', 'interrupted', 'retried'), key: keys }),
  fc.record({ kind: fc.constant('sent'), key: keys, sent: fc.record({ bytes: fc.nat(9), total: fc.constant(9) }) }),
  fc.record({ kind: fc.constant('refused'), key: keys, failure: failures }),
  fc.record({ kind: fc.constant('taken'), key: keys, id: ids }),
  fc.record({ kind: fc.constant('seen'), view: views }),
  fc.record({
    kind: fc.constant('placed'),
    id: ids,
    queue: fc.option(fc.record({ ahead: fc.nat(9) }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('lost'), id: ids, failure: failures }),
  fc.record({ kind: fc.constant('recut'), id: ids }),
);
const lived = (events: readonly LifeEvent[], from: Life = queued('k1')) => events.reduce(after, from);

/** Next event when person and server do their part. */
function nextStep(life: Life): LifeEvent {
  switch (life.stage) {
    case 'queued':
      return { kind: 'begun', key: life.key };
    case 'sending':
      return { kind: 'taken', key: life.key, id: 'a' };
    case 'waiting':
      return { kind: 'seen', view: pictureView(life.id) };
    case 'failed':
      return { kind: 'retried', key: 'again' };
    case 'ready':
    case 'gone':
      return { kind: 'forgotten' };
  }
}

test('from any state, a picture can still become ready', () => {
  fc.assert(
    fc.property(fc.array(alive), (events) => {
      let life = lived(events);
      for (let steps = 0; life.stage !== 'ready' && steps < 5; steps++) life = after(life, nextStep(life));
      expect(life.stage).toBe('ready');
    }),
  );
});

test('a forgotten picture stays gone', () => {
  fc.assert(
    fc.property(fc.array(alive), fc.array(alive), (before, later) => {
      expect(lived([...before, { kind: 'forgotten' }, ...later])).toEqual({ stage: 'gone' });
    }),
  );
});

test('ignores late answers of an earlier try or transaction', () => {
  const late = fc.oneof(alive, fc.constant<LifeEvent>({ kind: 'taken', key: 'k1', id: 'a' })).filter((event) => {
    const isOfTry = 'key' in event && event.kind !== 'retried';
    return isOfTry || 'id' in event || event.kind === 'seen';
  });
  fc.assert(
    fc.property(fc.array(alive), fc.array(late), (before, events) => {
      const failed = after(lived(before), { kind: 'lost', id: 'a', failure: new Failure('took_too_long') });
      fc.pre(failed.stage === 'failed');
      const again = after(failed, { kind: 'retried', key: 'current' });
      expect(lived(events, again)).toBe(again);
    }),
  );
});

test('an id and a failure are set exactly in the stages that have them', () => {
  fc.assert(
    fc.property(fc.array(alive), (events) => {
      const life = lived(events);
      expect(idOf(life) !== undefined).toBe(
        life.stage === 'waiting' || life.stage === 'ready' || (life.stage === 'failed' && life.id !== undefined),
      );
      expect(failureIn(life) !== undefined).toBe(life.stage === 'failed');
    }),
  );
});

test('an interrupted try keeps its key and how far it had come', () => {
  const sent = { bytes: 4, total: 9 };
  const interrupted = lived([
    { kind: 'begun', key: 'k1' },
    { kind: 'sent', key: 'k1', sent },
    { kind: 'interrupted', key: 'k1' },
  ]);
  expect(interrupted).toEqual({ stage: 'queued', key: 'k1', sent });
});

const at = (ahead: number): LifeEvent => ({ kind: 'placed', id: 'a', queue: { ahead } });

test('announces a queue place again once it has halved', () => {
  const waiting: Life = { stage: 'waiting', id: 'a' };
  expect(lived([at(10), at(7)], waiting)).toMatchObject({ place: { ahead: 7, announced: 10 } });
  expect(lived([at(10), at(7), at(5)], waiting)).toMatchObject({ place: { ahead: 5, announced: 5 } });
  expect(lived([at(10), { kind: 'placed', id: 'a', queue: undefined }], waiting)).toEqual(waiting);
});

test('keeps a shown cut-out when improving it fails', () => {
  const ready = lived([{ kind: 'seen', view: pictureView('a') }], { stage: 'waiting', id: 'a' });
  expect(after(ready, { kind: 'lost', id: 'a', failure: new Failure('took_too_long') })).toBe(ready);
});

test.each([
  ['network', true],
  ['background_removal_failed', true],
  ['file_corrupt', false],
  [FILE_GONE, false],
])('after %s a retry helps: %s', (code, helps) => {
  expect(canRetry({ stage: 'failed', failure: new Failure(code) })).toBe(helps);
});
