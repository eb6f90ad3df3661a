import { expect, test } from 'vitest';
import { colourSchema } from './scene.ts';

test('regression: a colour may be written in capitals too, and is kept in the one form that events hold', () => {
  expect(colourSchema.parse('#FFaa09')).toBe('#ffaa09');
});

test.for(['red', '#fff', 'ffffff', '#fffffg', '#ffffff\n'])('%j is no colour, and the error says what is', (text) => {
  const { error } = colourSchema.safeParse(text);
  expect(error?.issues.map(({ message }) => message)).toEqual(['A colour is # and six digits from 0 to f']);
});
