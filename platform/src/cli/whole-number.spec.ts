import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { wholeNumber } from './whole-number.ts';

const read = (word: string) => wholeNumber(word, 'number of pictures', { from: 1, to: 100 });

test.each(['1', '100', '007'])('%s is a number', (word) => {
  expect(read(word)).toBe(Number(word));
});

test.each(['', ' ', '1e1', '0x10', '+5', '-5', '5.0', '٣', '0', '101', 'five'])('refuses "%s"', (word) => {
  expect(() => read(word)).toThrow(UsageError);
});

test('the error says what was meant, and the range', () => {
  expect(() => read('1e1')).toThrow('"1e1" is no number of pictures: 1 to 100');
  expect(() => wholeNumber('x', 'number of minutes')).toThrow('"x" is no number of minutes: 0 or more');
});
