import { transactionEvents } from '@clearcut/schemas/transaction/events';
import { expect, test } from 'vitest';
import { EVENT_WORDS } from './event-words.ts';

test('regression: each event of a picture has words on its time line, a stroke by its mode', () => {
  const words: ReadonlySet<string> = new Set(EVENT_WORDS);
  const types = transactionEvents.map(({ type }) => type).filter((type) => type !== 'MaskEdited');
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter((type) => !words.has(type))).toEqual([]);
});
