import { expect, test } from 'vitest';
import { parseCall } from './arguments.ts';
import { UsageError } from './command.ts';

test('a call is a command with its arguments and options, in any order', () => {
  const call = parseCall(['install', '--sha256', 'abc', 'u2netp', '--json', '--accept-licence']);
  if (call === 'help') throw new Error('no help was asked for');
  expect(call.command.name).toBe('install');
  expect(call.args).toEqual(['u2netp']);
  expect(call.options).toEqual({ sha256: 'abc', 'accept-licence': true });
  expect(call.isJson).toBe(true);
  expect(parseCall(['--help', 'install'])).toBe('help');
});

test.for([
  { words: [], said: /^Usage:/ },
  { words: ['make-coffee'], said: /no command "make-coffee"[^]*install <name>/ },
  { words: ['install'], said: /install does not take 0 arguments. It is called: npm run models -- install <name>/ },
  { words: ['list', 'all'], said: /list does not take 1 argument\. / },
  { words: ['list', '--from', 'x'], said: /list does not take --from/ },
  { words: ['list', '--fast'], said: /--fast/ },
])('$words is answered with how to call', ({ words, said }) => {
  expect(() => parseCall(words)).toThrow(UsageError);
  expect(() => parseCall(words)).toThrow(said);
});
