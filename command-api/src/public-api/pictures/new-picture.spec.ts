import { expect, test } from 'vitest';
import type { HttpRequest } from '../../http/message.ts';
import type { KeyRequester } from '../../kernel/requester.ts';
import type { PicturesDeps } from './dependencies.ts';
import type { FieldFile, Fields } from '../body/fields.ts';
import { uploadNew } from './new-picture.ts';

const requester = { subject: { kind: 'user' }, via: { mode: 'live' } } as unknown as KeyRequester;
const request = { headers: {}, id: '', ip: '' } as unknown as HttpRequest;

type BeforeNew = (pictureId: string) => Promise<void>;

const NONE: Fields = { texts: new Map(), files: new Map(), repeated: new Set() };

test('regression: a picture fetched from an address has the name that its upload gives', async () => {
  const asked: unknown[] = [];
  const uploader = { uploadByUrl: async (upload: object) => (asked.push(upload), { id: 'made' }) };
  const texts = new Map([
    ['url', 'https://pictures.test/a.jpg'],
    ['name', 'Chair'],
  ]);
  const deps = { uploader } as unknown as PicturesDeps;
  expect(await uploadNew(deps, { ...NONE, texts }, requester, request)).toBe('made');
  expect(asked).toMatchObject([{ url: 'https://pictures.test/a.jpg', fileName: 'Chair' }]);
});

test('regression: blank fields beside a picture are fields left out', async () => {
  const asked: unknown[] = [];
  const uploader = { uploadByUrl: async (upload: object) => (asked.push(upload), { id: 'made' }) };
  const deps = { uploader } as unknown as PicturesDeps;
  const blank = ['name', 'batchId', 'webhookUrl', 'roi', 'point', 'type'].map((name) => [name, ' '] as const);
  const texts = new Map([['url', 'https://pictures.test/a.jpg'], ...blank]);
  await uploadNew(deps, { ...NONE, texts }, requester, request);
  expect(asked).toMatchObject([{ fileName: undefined, batchId: null, subject: { kind: 'auto' } }]);
  const file = { name: 'a.jpg' } as unknown as FieldFile;
  const uploadFile = async (upload: object) => (asked.push(upload), { id: 'made' });
  const ofFile = { uploader: { uploadFile } } as unknown as PicturesDeps;
  await uploadNew(
    ofFile,
    { ...NONE, texts: new Map([['url', '']]), files: new Map([['file', file]]) },
    requester,
    request,
  );
  expect(asked[1]).toMatchObject({ fileName: 'a.jpg' });
  const other = new Map([
    ['url', 'https://pictures.test/a.jpg'],
    ['other', ''],
  ]);
  await expect(uploadNew(deps, { ...NONE, texts: other }, requester, request)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('regression: a field that came twice is refused, since one of its values would be lost', async () => {
  const fields = { ...NONE, texts: new Map([['url', 'https://pictures.test/a.jpg']]), repeated: new Set(['file']) };
  await expect(uploadNew({} as PicturesDeps, fields, requester, request)).rejects.toMatchObject({
    code: 'validation_failed',
    validationErrors: { file: 'Give this field once' },
  });
});

test('regression: a test key counts pictures that are stored, not repeats and refused files', async () => {
  const counted: unknown[] = [];
  const database = { query: async (...query: unknown[]) => (counted.push(query), [{ day: 'today' }]) };
  let beforeNew: BeforeNew | undefined;
  const uploader = {
    uploadByUrl: async (upload: { beforeNew: BeforeNew }) => ((beforeNew = upload.beforeNew), { id: 'made' }),
  };
  const deps = { uploader, database } as unknown as PicturesDeps;
  const ofTest = { ...requester, via: { mode: 'test', keyId: 'key' } } as unknown as KeyRequester;
  const texts = new Map([['url', 'https://pictures.test/a.jpg']]);
  await uploadNew(deps, { ...NONE, texts }, ofTest, request);
  expect(counted).toEqual([]);
  await beforeNew?.('made');
  expect(counted).toHaveLength(1);
});

async function killedUpload({ beforeNew }: { beforeNew: BeforeNew }): Promise<never> {
  await beforeNew('made');
  throw new Error('the process is killed');
}

test("regression: an upload's webhook is kept before the picture's first event, which a crash could follow", async () => {
  const kept: unknown[] = [];
  const requestWebhooks = {
    readAddress: (url: string) => url,
    keep: async (endpoint: unknown) => void kept.push(endpoint),
  };
  const deps = { uploader: { uploadByUrl: killedUpload }, requestWebhooks } as unknown as PicturesDeps;
  const texts = new Map([
    ['url', 'https://pictures.test/a.jpg'],
    ['webhookUrl', 'https://example.com/'],
  ]);
  await expect(uploadNew(deps, { ...NONE, texts }, requester, request)).rejects.toThrow('killed');
  expect(kept).toMatchObject([{ pictureId: 'made', url: 'https://example.com/' }]);
});
