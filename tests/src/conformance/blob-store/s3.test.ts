import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { BlobNotFoundError, type BlobStore } from '@clearcut/platform/blob-store/port';
import { createS3BlobStore } from '@clearcut/platform/blob-store/s3/s3-blob-store';
import { afterAll, describe, expect, test } from 'vitest';
import { S3_CREDENTIALS, startS3Server } from '../../support/servers/s3.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { blobStoreSuite } from './suite.ts';

Object.assign(process.env, S3_CREDENTIALS);
const server = await whenAvailable('The S3 blob store', startS3Server);
afterAll(() => server?.stop());

const newKey = (): string => `transaction/${randomUUID()}/original`;

describe.skipIf(server === undefined)('on a server', { timeout: 120_000 }, () => {
  const place = server ?? { bucket: '', region: '', endpoint: '', url: '' };
  const open = (): Promise<BlobStore> => createS3BlobStore(place);

  async function unfinishedOf(key: string): Promise<number> {
    const client = new S3Client({ region: place.region, endpoint: place.endpoint, forcePathStyle: true });
    const { Uploads: uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: place.bucket }));
    client.destroy();
    return uploads.filter(({ Key }) => Key === key).length;
  }

  blobStoreSuite('S3', open);

  test('a multipart blob survives a round trip', async () => {
    const store = await open();
    const key = newKey();
    const pieces = Array.from({ length: 21 }, () => randomBytes(1_234_567));
    expect(await store.put(key, Readable.from(pieces))).toMatchObject({ bytes: 21 * 1_234_567 });
    expect(Buffer.concat(pieces).equals(await store.read(key))).toBe(true);
    expect(await unfinishedOf(key)).toBe(0);
  });

  test('a source that fails after some parts were sent leaves none of them', async () => {
    const store = await open();
    const key = newKey();
    const lost = new Error('the uploader went away');
    const failing = (async function* () {
      for (let part = 0; part < 20; part++) yield randomBytes(1_000_000);
      throw lost;
    })();
    await expect(store.put(key, Readable.from(failing))).rejects.toBe(lost);
    await expect(store.read(key)).rejects.toThrow(BlobNotFoundError);
    expect(await unfinishedOf(key)).toBe(0);
  });

  test('a process killed in the middle of a put leaves no blob, and the same put succeeds afterwards', async () => {
    const store = await open();
    await store.deletePrefix('transaction/1/');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'endless-put.ts'), place.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(store.read('transaction/1/original')).rejects.toThrow(BlobNotFoundError);
    await store.put('transaction/1/original', Buffer.from('whole'));
    expect(String(await store.read('transaction/1/original'))).toBe('whole');
  });

  test('more blobs than one listing holds are all deleted', async () => {
    const store = await open();
    const owner = `transaction/${randomUUID()}`;
    const keys = Array.from({ length: 1_050 }, (_, n) => `${owner}/${n}`);
    for (let from = 0; from < keys.length; from += 50) {
      await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, Buffer.from('x'))));
    }
    await store.deletePrefix(`${owner}/`);
    for (const key of [`${owner}/0`, `${owner}/999`, `${owner}/1049`]) {
      await expect(store.read(key)).rejects.toThrow(BlobNotFoundError);
    }
  });

  test('refuses bytes that change on the way to the server', async () => {
    const { hostname, port } = new URL(place.endpoint);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    try {
      const store = await createS3BlobStore({ ...place, endpoint: `http://127.0.0.1:${proxy.port}` });
      const key = newKey();
      const content = Buffer.alloc(300_000, 'a');
      await store.put(key, content);
      proxy.garble('aaaa', 'aaba');
      await expect(store.put(key, content)).rejects.toThrow();
      proxy.mend();
      expect(content.equals(await store.read(key))).toBe(true);
    } finally {
      await proxy.close();
    }
  });

  test('a presigned address serves the file with its name and type, by range too, and nothing else', async () => {
    const store = await createS3BlobStore({ ...place, presigned: true });
    const key = newKey();
    const content = randomBytes(10_000);
    await store.put(key, content);
    const name = `attachment; filename="Jarron rojo.png"; filename*=UTF-8''Jarr%C3%B3n%20rojo.png`;
    const address = (await store.presign?.(key, { contentType: 'image/webp', contentDisposition: name })) ?? '';
    const whole = await fetch(address);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
      200,
      'image/webp',
      name,
    ]);
    expect(content.equals(Buffer.from(await whole.arrayBuffer()))).toBe(true);
    const part = await fetch(address, { headers: { range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, content.subarray(10, 20)]);

    const another = new URL(address);
    another.pathname = another.pathname.replace('original', 'another');
    expect((await fetch(another)).status).toBe(403);
    const later = new URL(address);
    later.searchParams.set('X-Amz-Expires', '604800');
    expect((await fetch(later)).status).toBe(403);
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403);
    expect((await open()).presign).toBeUndefined();
  });

  test('a missing or inaccessible bucket is reported at the start', async () => {
    await expect(createS3BlobStore({ ...place, bucket: 'another' })).rejects.toThrow(
      'The bucket another of BLOB_STORE_URL cannot be used: there is no such bucket',
    );
    const secret = S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY;
    process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong';
    try {
      await expect(open()).rejects.toThrow(
        `The bucket ${place.bucket} of BLOB_STORE_URL cannot be used: the credentials do not allow it`,
      );
    } finally {
      process.env['AWS_SECRET_ACCESS_KEY'] = secret;
    }
  });
});
