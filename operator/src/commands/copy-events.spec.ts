import { UsageError } from '@clearcut/platform/cli/command';
import { expect, test } from 'vitest';
import type { OperatorContext } from '../command.ts';
import { copyEvents } from './copy-events.ts';

test.each([
  ['nothing', {}],
  ['no target', { from: 'postgres://a@b/c' }],
  ['the same twice', { from: 'postgres://a@b/c', to: 'postgres://a@b/c' }],
  ['something other than an event store', { from: 'postgres://a@b/c', to: 'https://example.com' }],
  ['an empty address', { from: 'postgres://a@b/c', to: '' }],
])('refuses %s before any store is opened', async (_name, options) => {
  const context = { signal: new AbortController().signal } as OperatorContext;
  await expect(copyEvents.run([], context, options)).rejects.toBeInstanceOf(UsageError);
});
