import { expect, test } from 'vitest';
import { UsageError } from './command.ts';
import { commands, parseCall } from './commands.ts';

test('a command is found by its name, with its arguments', () => {
  const { command, args, json } = parseCall(['redrive', 'image-jobs', 'x', '--json']);
  expect(command?.name).toBe('redrive');
  expect(args).toEqual(['image-jobs', 'x']);
  expect(json).toBe(true);
});

test('help needs no command', () => {
  expect(parseCall(['--help']).command).toBeUndefined();
});

test.for([
  { words: [], said: /^Usage:/ },
  { words: ['make-coffee'], said: /no command "make-coffee"[^]*rebuild <read-model>/ },
  {
    words: ['rebuild'],
    said: /^rebuild does not take 0 arguments\. It is called: npm run operator -- rebuild <read-model>$/,
  },
  { words: ['dead-letters', 'all'], said: /dead-letters does not take 1 argument\. / },
  { words: ['dead-letters', '--colour'], said: /--colour[^]*Usage:/ },
])('$words is answered with how to call', ({ words, said }) => {
  expect(() => parseCall(words)).toThrow(UsageError);
  expect(() => parseCall(words)).toThrow(said);
});

test('every command has a name of its own', () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});
