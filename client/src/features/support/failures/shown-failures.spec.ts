import type { FailureGroupView } from '@clearcut/schemas/support/http';
import { expect, test } from 'vitest';
import { shownOf } from './shown-failures.ts';

const group = (id: string, more: Partial<FailureGroupView> = {}): FailureGroupView => ({
  id,
  code: id,
  kind: 'request',
  place: 'POST /api/transaction/',
  model: null,
  count: 1,
  people: 1,
  first: '2026-01-01T00:00:00.000Z',
  last: '2026-01-01T00:00:00.000Z',
  example: 'x',
  days: [],
  isExpected: false,
  isIgnored: false,
  ...more,
});

const groups = [
  group('broken', { count: 2, last: '2026-01-02T00:00:00.000Z' }),
  group('worse', { count: 9, place: 'GET /api/billing/' }),
  group('forbidden', { isExpected: true }),
  group('known', { isIgnored: true }),
  group('known_refusal', { isExpected: true, isIgnored: true }),
];
const idsOf = (...shown: Parameters<typeof shownOf>) => shownOf(...shown).map(({ id }) => id);

test('expected refusals and ignored groups are listed apart from failures', () => {
  expect(idsOf(groups, { shown: 'open', order: 'last', find: '' })).toEqual(['broken', 'worse']);
  expect(idsOf(groups, { shown: 'expected', order: 'last', find: '' })).toEqual(['forbidden']);
  expect(idsOf(groups, { shown: 'ignored', order: 'last', find: '' })).toEqual(['known', 'known_refusal']);
});

test('orders failures by frequency, and finds them by code or place', () => {
  expect(idsOf(groups, { shown: 'open', order: 'count', find: '' })).toEqual(['worse', 'broken']);
  expect(idsOf(groups, { shown: 'open', order: 'last', find: ' BILLING ' })).toEqual(['worse']);
});
