import { expect, test } from 'vitest';
import { matchesOf } from './matches.ts';
import { patterns } from './patterns.ts';

const namesIn = (text: string): string[] =>
  patterns.filter(({ expression }) => text.match(expression) !== null).map(({ name }) => name);

test.for(patterns)('$name: finds its example and lets good English pass', ({ name, example, fine }) => {
  expect(namesIn(example)).toContain(name);
  expect(namesIn(fine)).not.toContain(name);
});

test('lets a question word begin a label, but not a sentence', () => {
  expect(matchesOf({ file: 'a.json', line: 1, text: 'What happened', isLabel: true })).toEqual([]);
  expect(matchesOf({ file: 'a.json', line: 1, text: 'What goes on', isLabel: true })).toHaveLength(1);
  expect(matchesOf({ file: 'a.ts', line: 1, text: 'What happened' })).toHaveLength(1);
});

test('names file, line and pattern of each match', () => {
  const [match] = matchesOf({ file: 'a.ts', line: 3, text: 'What it made.' });
  expect(match).toBe('a.ts:3: headless What (name the thing): What it made.');
});
