import { expect, test } from 'vitest';
import { commands, findCommand, UsageError } from './commands.ts';

test('a command is found by its name, with its arguments', () => {
  const { command, args } = findCommand(['redrive', 'image-jobs', 'x']);
  expect(command.name).toBe('redrive');
  expect(args).toEqual(['image-jobs', 'x']);
});

test.for([
  { words: [], said: /^Usage:/ },
  { words: ['make-coffee'], said: /no command "make-coffee"[^]*rebuild <read-model>/ },
  { words: ['rebuild'], said: /takes 1 arguments, not 0/ },
  { words: ['dead-letters', 'all'], said: /takes 0 arguments, not 1/ },
])('$words is answered with how to call', ({ words, said }) => {
  expect(() => findCommand(words)).toThrow(UsageError);
  expect(() => findCommand(words)).toThrow(said);
});

test('every command has a name of its own', () => {
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
});
