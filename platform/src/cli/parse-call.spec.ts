import { expect, test } from 'vitest';
import { type Command, UsageError } from './command.ts';
import { parseCall } from './parse-call.ts';

const command = (call: string): Command<undefined, unknown> => ({
  call,
  summary: 'Does something.',
  run: () => Promise.resolve({ text: '', json: null }),
});

const program = {
  prefix: 'npm run kitchen --',
  commands: [
    command('list'),
    command('taste [name]'),
    command('bake <cake> <guests> [--from <recipe or book>] [--in-a-hurry]'),
    command('serve --plates <colour>'),
    command('throw-away <id> [name]'),
  ],
};

test('a call is a command with its arguments and options, in any order', () => {
  const call = parseCall(program, ['--from', 'grandma', 'bake', 'torte', '--json', '12', '--in-a-hurry']);
  expect(call.command).toBe(program.commands[2]);
  expect(call.args).toEqual(['torte', '12']);
  expect(call.options).toEqual({ from: 'grandma', 'in-a-hurry': true });
  expect(call.isJson).toBe(true);
});

test('regression: an id in capital letters was not found by every command', () => {
  expect(parseCall(program, ['throw-away', 'AB-12', 'Soup']).args).toEqual(['ab-12', 'Soup']);
});

test('an argument in brackets may be left out', () => {
  expect(parseCall(program, ['taste']).args).toEqual([]);
  expect(parseCall(program, ['taste', 'soup']).args).toEqual(['soup']);
});

test('regression: of an option given twice, all values but the last were dropped without a word', () => {
  const twice = ['bake', 'torte', '12', '--from', 'grandma', '--from', 'book'];
  expect(() => parseCall(program, twice)).toThrow('--from is given twice.');
  expect(parseCall(program, ['list', '--json', '--json']).isJson).toBe(true);
});

test('help needs no command, and runs none', () => {
  expect(parseCall(program, ['--help']).command).toBeUndefined();
  expect(parseCall(program, ['--help', 'list']).command).toBeUndefined();
});

test.for([
  { words: [], said: /^Usage: npm run kitchen -- <command>/ },
  { words: ['make-coffee'], said: /no command "make-coffee"[^]*taste \[name\]/ },
  {
    words: ['bake'],
    said: /^bake does not take 0 arguments\. It is called: npm run kitchen -- bake <cake> <guests> \[--from <recipe or book>\]/,
  },
  { words: ['list', 'all'], said: /list does not take 1 argument\. / },
  { words: ['taste', 'soup', 'bread'], said: /taste does not take 2 arguments\. / },
  { words: ['list', '--from', 'x'], said: /list does not take --from/ },
  { words: ['serve', '--plates'], said: /--plates[^]*Usage:/ },
  { words: ['list', '--fast'], said: /--fast[^]*Usage:/ },
])('$words prints the usage', ({ words, said }) => {
  expect(() => parseCall(program, words)).toThrow(UsageError);
  expect(() => parseCall(program, words)).toThrow(said);
});
