import { assert, boolean, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { decide, type Situation } from './decide.ts';
import type { Consent } from './record.ts';

const stored = (choice: Consent['choice'], by: Consent['by'] = 'person'): Consent => ({
  choice,
  by,
  about: ['tags'],
  country: 'DE',
  version: 1,
  at: '2026-11-24T00:00:00.000Z',
});
const visit: Situation = { stored: undefined, isRefused: false, country: null, isAlwaysCounted: false, path: '/' };

test.for<[string, Partial<Situation>, { asks: boolean; counts: boolean }]>([
  ['of an unknown country', {}, { asks: true, counts: false }],
  ['whose country is being looked up', { country: undefined }, { asks: false, counts: false }],
  ['of the European Union', { country: 'DE' }, { asks: true, counts: false }],
  ['of the United Kingdom', { country: 'GB' }, { asks: true, counts: false }],
  ['of elsewhere', { country: 'US' }, { asks: false, counts: true }],
  ['who accepted', { country: 'DE', stored: stored('all') }, { asks: false, counts: true }],
  ['who refused', { country: 'DE', stored: stored('necessary') }, { asks: false, counts: false }],
  ['whose browser refuses for them', { country: 'US', isRefused: true }, { asks: false, counts: false }],
  [
    'whose browser began to refuse',
    { isRefused: true, stored: stored('all', 'country') },
    { asks: false, counts: false },
  ],
  ['who accepted all the same', { isRefused: true, stored: stored('all') }, { asks: false, counts: true }],
  ['in the middle of work', { path: '/app/editor' }, { asks: false, counts: false }],
  ['by an advertisement, always counted', { isAlwaysCounted: true }, { asks: true, counts: true }],
])('a visitor %s', ([, situation, expected]) => {
  expect(decide({ ...visit, ...situation })).toMatchObject(expected);
});

test('counts a visitor only if they accepted, no consent was needed, or the operator always counts', () => {
  const situations = record({
    stored: constantFrom(undefined, stored('all'), stored('necessary'), stored('all', 'country')),
    isRefused: boolean(),
    country: constantFrom(undefined, null, 'FR', 'CH', 'BR'),
    isAlwaysCounted: boolean(),
    path: constantFrom('/', '/app/editor', '/es/faq'),
  });
  assert(
    property(situations, (situation) => {
      const decision = decide(situation);
      const { counts, asks, isAssumed } = decision;
      const isAccepted = situation.stored?.choice === 'all';
      if (counts && !isAccepted && !situation.isAlwaysCounted)
        expect([situation.country, isAssumed]).toEqual(['BR', true]);
      expect(decision.agrees).toBe(
        (isAccepted && (situation.stored?.by === 'person' || !situation.isRefused)) || isAssumed,
      );
      if (situation.isRefused && situation.stored?.by !== 'person') expect(counts).toBe(false);
      if (situation.stored !== undefined) expect(asks).toBe(false);
    }),
  );
});
