import { expect, test } from 'vitest';
import { commands, offlineCommands } from './commands.ts';

test('every command has a name of its own', () => {
  const all = [...commands, ...offlineCommands];
  expect(new Set(all.map(({ call }) => call.split(' ')[0])).size).toBe(all.length);
});
