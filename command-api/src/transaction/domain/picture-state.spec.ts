import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { expect, test } from 'vitest';
import { type Ingredients, operationIn, pictureStateOf } from './picture-state.ts';
import {
  blob,
  coloured,
  cutOut,
  given,
  ingredientsOf,
  restored,
  step,
  stroked,
  transactionId,
  uuidOf,
} from '../testing/histories.ts';

const pictureAfter = (...events: readonly TransactionEvent[]): Ingredients =>
  ingredientsOf(given(...cutOut, ...events));
const stateAfter = (...events: readonly TransactionEvent[]): string => pictureStateOf(pictureAfter(...events));

const reset = (name: string, parent: string): TransactionEvent => ({
  type: 'EditsReset',
  data: { transactionId, opId: uuidOf(name), parentId: uuidOf(parent) },
});

test('the state of a picture is the one stored when it was paid for', () => {
  expect(stateAfter(stroked('a'), coloured('b', 'a'))).toBe(
    '98ca60908b578cb46aefd36b5054f481619cf162920aee4f03032901e3f4f41a',
  );
});

test('everything that affects the pixels affects the state', () => {
  const beach = uuidOf('beach');
  const stroke = stroked('a');
  const behind = coloured('b', 'a', { background: { ...TRANSPARENT, id: beach } });
  const before = { ...pictureAfter(stroke, behind), backgrounds: { [beach]: blob('beach') } };
  const editedAs = (data: object): Ingredients => ({
    ...before,
    edits: pictureAfter({ ...stroke, data: { ...stroke.data, ...data } }, behind).edits,
  });
  const others: Ingredients[] = [
    { ...before, original: step('other') },
    { ...before, matte: blob('other') },
    { ...before, backgrounds: { [beach]: blob('other') } },
    editedAs({ mode: 'restore' }),
    editedAs({ mask: blob('other', 20, 10) }),
    ...['x', 'y', 'width', 'height'].map((side) => editedAs({ box: { ...stroke.data.box, [side]: 7 } })),
  ];
  const states = [before, ...others].map((picture) => pictureStateOf(picture));
  expect(new Set(states).size).toBe(states.length);
});

test('among equal operations the shown one is used, otherwise the newest', () => {
  const twice = [stroked('a'), reset('b', 'a'), stroked('c', 'b'), reset('d', 'c')];
  const cut = stateAfter();
  expect(operationIn(pictureAfter(...twice, stroked('e', 'd')), cut)).toBe(uuidOf('d'));
  expect(operationIn(pictureAfter(...twice, restored('b')), cut)).toBe(uuidOf('b'));
  expect(operationIn(pictureAfter(...twice, restored('original')), cut)).toBe(uuidOf('original'));
  expect(operationIn(pictureAfter(...twice), 'f'.repeat(64))).toBeUndefined();
});
