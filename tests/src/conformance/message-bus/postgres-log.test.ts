/** Logs of failing messages: enough to find them from a user's report, and nothing more. */
import { randomUUID } from 'node:crypto';
import { createDatabase } from '@clearcut/platform/database/database';
import { UnprocessableMessageError } from '@clearcut/platform/message-bus/port';
import { createPostgresMessageBus } from '@clearcut/platform/message-bus/postgres/postgres-message-bus';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostgresAdapter } from './postgres-adapter.ts';

test('a failed message is logged with its picture, kind and correlation id', async () => {
  const adapter = await startPostgresAdapter();
  onTestFinished(() => adapter.stop());
  const database = createDatabase(adapter.settings, { name: 'message-bus-test' });
  onTestFinished(() => database.close());
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const bus = createPostgresMessageBus({ database, log });
  onTestFinished(() => bus.close());

  const about = { correlationId: randomUUID(), transactionId: randomUUID(), kind: 'refine-matte' };
  await bus.publish('jobs', [{ id: 'job', body: { ...about, email: 'ann@example.com' } }]);
  const consumer = bus.consume({
    topic: 'jobs',
    concurrency: 1,
    maxAttempts: 3,
    async handler({ attempt }) {
      throw attempt === 1 ? new Error('libpng read error') : new UnprocessableMessageError('Not an image job');
    },
    onDead() {
      throw new Error('It cannot be announced');
    },
  });
  await vi.waitUntil(async () => (await bus.deadLetterCount('jobs')) === 1, 20_000);
  await consumer.stop();

  const message = { topic: 'jobs', messageId: 'job', ...about };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { ...message, attempt: 1, msg: 'A message failed; it is tried again' },
    { ...message, attempt: 2, msg: 'Gave a message up' },
    { ...message, attempt: 2, msg: 'onDead failed: this dead letter was not announced' },
  ]);
  expect(lines.join('')).not.toContain('ann@example.com');
});
