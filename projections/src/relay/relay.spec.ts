import { expect, test } from 'vitest';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { imageJobSchema } from '@clearcut/schemas/transaction/jobs';
import type { RecordedEvent } from '@clearcut/platform/event-store/port';
import type { OutgoingMessage } from '@clearcut/platform/message-bus/port';
import { recorded, step, uuidOf } from '../testing/events.ts';
import { messageFor } from './relay.ts';

const id = uuidOf('picture');

/** The message for each event of a stream, with the whole stream already written. */
async function messagesFor(
  ...types: readonly ClearcutEvent['type'][]
): Promise<{ events: RecordedEvent<ClearcutEvent>[]; messages: (OutgoingMessage | undefined)[] }> {
  const events = recorded(id, ...types);
  const eventStore = { readStream: () => Promise.resolve(events) };
  return { events, messages: await Promise.all(events.map((event) => messageFor(event, eventStore))) };
}

test('an upload asks for its background to be removed, before anybody is refined', async () => {
  const { events, messages } = await messagesFor('ImageUploaded');
  expect(messages).toEqual([
    {
      id: events[0]?.id,
      priority: 0,
      body: {
        kind: 'remove-background',
        jobId: events[0]?.id,
        transactionId: id,
        correlationId: 'correlation',
        original: step(id, 'original'),
      },
    },
  ]);
});

test('a removed background asks for refinement of its matte, with the original from the upload', async () => {
  const { events, messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', 'MatteRefined');
  const [, refine, nothing] = messages;
  expect(refine).toMatchObject({ id: events[1]?.id, priority: 1 });
  expect(imageJobSchema.parse(refine?.body)).toMatchObject({
    kind: 'refine-matte',
    original: step(id, 'original'),
    coarseMatte: { blob: `transaction/${id}/coarse-matte` },
  });
  expect(nothing).toBeUndefined();
});

test.for(['TransactionDeleted', 'ImageExpired'] as const)('after %s there is no work left', async (gone) => {
  const { messages } = await messagesFor('ImageUploaded', 'BackgroundRemoved', gone);
  expect(messages).toEqual([undefined, undefined, undefined]);
});
