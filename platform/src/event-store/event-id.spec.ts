import { expect, test } from 'vitest';
import { derivedId, eventId } from './event-id.ts';

test('the same parts always give the same id, since it is stored', () => {
  expect(eventId('3b241101-e2bb-4255-8caf-4136c566a962', 0)).toBe('3123b1fb-9473-5e54-89b3-f10dda1902fc');
  expect(derivedId('job', 'refine-matte')).toBe('bf96b338-d8c1-5be6-91e0-93afe4a03fbb');
});

test('other parts, or the same letters split differently, give another id', () => {
  const ids = [
    derivedId('a', 'bc'),
    derivedId('ab', 'c'),
    derivedId('abc'),
    derivedId('a', 'bc', ''),
    eventId('abc', 0),
    eventId('abc', 1),
    eventId('abc1', 0),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
