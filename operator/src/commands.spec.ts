import { expect, test } from 'vitest';
import { commands, offlineCommands } from './commands.ts';

test('command names are unique', () => {
  const all = [...commands, ...offlineCommands];
  expect(new Set(all.map(({ call }) => call.split(' ')[0])).size).toBe(all.length);
});
