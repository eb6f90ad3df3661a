import { expect, test } from 'vitest';
import type { DeadLetter, MessageBus } from '@clearcut/platform/message-bus/port';
import type { OperatorContext } from '../command.ts';
import { deadLetters } from './dead-letters.ts';

test('a dead letter names its picture, kind and correlation id, if it has them', async () => {
  const letter = { topic: 'image-jobs', attempts: 3, error: 'libpng read error', diedAt: new Date(0) };
  const job = { correlationId: '422b2b37', transactionId: 'c0ffee', kind: 'refine-matte', original: {} };
  const letters: DeadLetter[] = [
    { ...letter, id: 'one', body: job },
    { ...letter, id: 'two', body: 'no job of ours' },
  ];
  const messageBus = { deadLetters: async () => letters } as Partial<MessageBus> as MessageBus;
  const { text, json } = await deadLetters.run([], { messageBus } as OperatorContext, {});
  expect(text.split('\n')).toEqual([
    'image-jobs one: given up 1970-01-01T00:00:00.000Z after 3 attempts, correlationId 422b2b37, transactionId c0ffee, kind refine-matte: libpng read error',
    'image-jobs two: given up 1970-01-01T00:00:00.000Z after 3 attempts: libpng read error',
  ]);
  expect(json).toEqual(letters);
});
