import { expect, test } from 'vitest';
import { commands } from './commands.ts';

test('every command has a name of its own', () => {
  expect(new Set(commands.map(({ call }) => call.split(' ')[0])).size).toBe(commands.length);
});
