import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { expect, test } from 'vitest';
import type { HttpReply } from '../../http/message.ts';
import { sendResult } from './answer.ts';

const file = { blob: 'made', width: 1, height: 1, mediaType: 'image/png', bytes: 1 } as ImageBlob;
const reply = { header: () => reply, headers: () => reply } as unknown as HttpReply;

test('regression: unread JSON closes its picture', async () => {
  const content = new Readable({ read: () => undefined });
  const blobStore = { stream: async () => ({ bytes: 1, content }) } as unknown as BlobStore;
  const result = { files: [{ name: 'result', file }], foreground: null, charged: 0 };
  const said = { ...result, tellsType: false, isRepeat: false, previewReason: null };
  const answer = await sendResult({ reply, blobStore, json: 'in data' }, said);
  answer.destroy();
  await once(content, 'close');
  expect(content.destroyed).toBe(true);
});
