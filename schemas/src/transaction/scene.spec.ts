import { expect, test } from 'vitest';
import { colourSchema } from './scene.ts';

test('regression: a colour may be written in capitals, and is stored in the form that events hold', () => {
  expect(colourSchema.parse('#FFaa09')).toBe('#ffaa09');
});

test.for(['red', '#fff', 'ffffff', '#fffffg', '#ffffff\n'])(
  '%j is not a colour, and the error says what is',
  (text) => {
    const { error } = colourSchema.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(['A colour is # and six digits from 0 to f']);
  },
);
