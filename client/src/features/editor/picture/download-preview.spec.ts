import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { downloadPreview } from './download-preview.ts';
import type { EditedPicture } from './edited-picture.ts';

const picture = {
  id: 'p',
  whenSent: async () => undefined,
  getState: () => ({ version: { headId: 'head' } }),
} as unknown as EditedPicture;

const refused = (errorCode: string) => Response.json({ errorCode }, { status: 409 });
const file = () => {
  const headers = { 'content-disposition': `attachment; filename="a.png"; filename*=UTF-8''%C3%A4.png` };
  return new Response('pixels', { headers });
};

const server = { requests: [] as string[], answers: [] as Response[] };
const saved: { download: string; href: string }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(server, { requests: [], answers: [] });
  saved.length = 0;
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async (path: string) => {
    server.requests.push(path);
    return server.answers.shift();
  });
  vi.stubGlobal('document', {
    createElement: () => {
      const link = { download: '', href: '', click: () => saved.push(link) };
      return link;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('polls a preview in progress until it is ready, and saves it under the server’s name', async () => {
  server.answers = [refused('image_not_ready'), refused('image_not_ready'), file()];
  const downloading = downloadPreview(picture);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(saved).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  await downloading;
  expect(server.requests).toEqual(Array(3).fill('/api/transaction/p/download/low/?v=head'));
  expect(saved).toMatchObject([{ download: 'ä.png', href: expect.stringMatching('^blob:') }]);
});

test('a preview that fails to load shows an error', async () => {
  server.answers = [refused('image_failed')];
  await expect(downloadPreview(picture)).rejects.toMatchObject({ code: 'image_failed' });
  expect(saved).toEqual([]);
});
