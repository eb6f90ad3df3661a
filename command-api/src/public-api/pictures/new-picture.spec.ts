import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http/message.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { PicturesDeps } from './dependencies.ts';
import { uploadNew } from './new-picture.ts';

const requester = { subject: { kind: 'user' }, via: { mode: 'live' } } as unknown as KeyRequester;
const request = { headers: {}, id: '', ip: '' } as unknown as HttpRequest;

test('regression: a picture fetched from an address has the name that its upload gives', async () => {
  const asked: unknown[] = [];
  const uploader = { uploadByUrl: async (upload: object) => (asked.push(upload), { id: 'made' }) };
  const texts = new Map([['url', 'https://pictures.test/a.jpg'], ['name', 'Chair']]); // prettier-ignore
  const deps = { uploader } as unknown as PicturesDeps;
  expect(await uploadNew(deps, { texts, files: new Map() }, requester, request)).toBe('made');
  expect(asked).toMatchObject([{ url: 'https://pictures.test/a.jpg', fileName: 'Chair' }]);
});

test('regression: a test key counts pictures that are stored, not repeats and refused files', async () => {
  const counted: unknown[] = [];
  const database = { query: async (...query: unknown[]) => (counted.push(query), [{ day: 'today' }]) };
  let countNew: (() => Promise<void>) | undefined;
  const uploader = {
    uploadByUrl: async (upload: { countNew?: () => Promise<void> }) => ((countNew = upload.countNew), { id: 'made' }),
  };
  const deps = { uploader, database } as unknown as PicturesDeps;
  const ofTest = { ...requester, via: { mode: 'test', keyId: 'key' } } as unknown as KeyRequester;
  const texts = new Map([['url', 'https://pictures.test/a.jpg']]);
  await uploadNew(deps, { texts, files: new Map() }, ofTest, request);
  expect(counted).toEqual([]);
  await countNew?.();
  expect(counted).toHaveLength(1);
});
