import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobNotFoundError, type BlobStore } from '@clearcut/platform/blob-store/port';
import { describe, expect, onTestFinished, test } from 'vitest';

const newOwner = (): string => `transaction/${randomUUID()}`;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Contract of every blob store adapter. Tests may share one store: each uses its own owner.
 *
 * @param connect opens the same store each time, as other processes would
 */
export function blobStoreSuite(adapter: string, connect: () => Promise<BlobStore>): void {
  describe(`blob store: ${adapter}`, () => {
    test('returns a blob as it was put, with its length and digest', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      const bytes = randomBytes(3_000_000);
      const chunks = [bytes.subarray(0, 10), bytes.subarray(10, 2_000_000), bytes.subarray(2_000_000)];

      expect(await store.put(key, Readable.from(chunks))).toEqual({ bytes: bytes.length, sha256: sha256(bytes) });
      expect(sha256(await store.read(key))).toBe(sha256(bytes));
      const streamed = await store.stream(key);
      expect(streamed.bytes).toBe(bytes.length);
      expect(sha256(await buffer(streamed.content))).toBe(sha256(bytes));
    });

    test('streams a range, exact to the byte', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      const bytes = randomBytes(300_000);
      await store.put(key, bytes);
      for (const [start, end] of [
        [0, 0],
        [0, 99_999],
        [100_000, 200_001],
        [299_999, 299_999],
        [0, 299_999],
      ] as const) {
        const streamed = await store.stream(key, { start, end });
        expect(streamed.bytes).toBe(end - start + 1);
        expect(sha256(await buffer(streamed.content))).toBe(sha256(bytes.subarray(start, end + 1)));
      }
      await expect(store.stream(`${key}-other`, { start: 0, end: 0 })).rejects.toThrow(BlobNotFoundError);
    });

    test('accepts bytes as well as streams, and empty input', async () => {
      const store = await connect();
      const owner = newOwner();
      expect(await store.put(`${owner}/bytes`, Uint8Array.of(1, 2, 3))).toMatchObject({ bytes: 3 });
      expect(await store.put(`${owner}/nothing`, new Uint8Array(0))).toEqual({
        bytes: 0,
        sha256: sha256(new Uint8Array(0)),
      });
      expect([...(await store.read(`${owner}/bytes`))]).toEqual([1, 2, 3]);
      expect(await store.read(`${owner}/nothing`)).toHaveLength(0);
    });

    test.for([0, 3, 3_000_000, 20_000_000])(
      'adopts a file of %d bytes, which still belongs to the caller',
      async (length) => {
        const store = await connect();
        const key = `${newOwner()}/original`;
        const folder = await mkdtemp(join(tmpdir(), 'clearcut-adopted-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const path = join(folder, 'file');
        const bytes = randomBytes(length);
        await writeFile(path, bytes);
        const file = { path, bytes: length, sha256: sha256(bytes) };
        await store.put(key, Buffer.from('before'));
        await store.adopt(key, file);
        await store.adopt(key, file);
        expect(sha256(await readFile(path))).toBe(file.sha256);
        await rm(path);
        expect(sha256(await store.read(key))).toBe(file.sha256);
      },
    );

    test('rejects a missing file and keeps the existing blob', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      await store.put(key, Buffer.from('before'));
      const missing = { path: join(tmpdir(), randomUUID()), bytes: 1, sha256: sha256(Uint8Array.of(1)) };
      await expect(store.adopt(key, missing)).rejects.toThrow('ENOENT');
      expect(String(await store.read(key))).toBe('before');
    });

    test('is visible to another process at once', async () => {
      const key = `${newOwner()}/original`;
      await (await connect()).put(key, Buffer.from('seen'));
      expect(String(await (await connect()).read(key))).toBe('seen');
    });

    test('a second put replaces the first, and a reader of the first still gets all of it', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      const first = randomBytes(1_000_000);
      await store.put(key, first);
      const streamed = await store.stream(key);
      await store.put(key, Buffer.from('second'));
      expect(sha256(await buffer(streamed.content))).toBe(sha256(first));
      expect(String(await store.read(key))).toBe('second');
    });

    test('concurrent puts of one key leave exactly one of them, whole', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      const contents = Array.from({ length: 12 }, () => randomBytes(200_000));
      await Promise.all(contents.map((content) => store.put(key, Readable.from([content]))));
      expect(contents.map(sha256)).toContain(sha256(await store.read(key)));
    });

    test('a source that fails rejects with its error and stores nothing', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      const lost = new Error('the uploader went away');
      const failing = Readable.from(
        (async function* () {
          yield Buffer.from('the first half');
          throw lost;
        })(),
      );
      await expect(store.put(key, failing)).rejects.toBe(lost);
      await expect(store.read(key)).rejects.toThrow(BlobNotFoundError);
    });

    test('a source that fails leaves the existing blob intact', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      await store.put(key, Buffer.from('whole'));
      const failed = new Readable({ read: () => undefined });
      failed.push('half');
      const put = store.put(key, failed);
      failed.destroy(new Error('cut'));
      await expect(put).rejects.toThrow('cut');
      expect(String(await store.read(key))).toBe('whole');
    });

    test('a source closed before its end does not count as complete', async () => {
      const store = await connect();
      const key = `${newOwner()}/original`;
      const closed = new Readable({ read: () => undefined });
      closed.push('half');
      const put = store.put(key, closed);
      closed.destroy();
      await expect(put).rejects.toThrow();
      await expect(store.read(key)).rejects.toThrow(BlobNotFoundError);
    });

    test('names the missing blob', async () => {
      const store = await connect();
      const owner = newOwner();
      await store.put(`${owner}/original`, Buffer.from('x'));
      for (const missing of [`${owner}/other`, owner, `${owner}/original/below`]) {
        await expect(store.read(missing)).rejects.toEqual(new BlobNotFoundError(missing));
        await expect(store.stream(missing)).rejects.toEqual(new BlobNotFoundError(missing));
      }
    });

    test('deletes everything of one owner and nothing of another', async () => {
      const store = await connect();
      const owner = newOwner();
      const neighbours = [newOwner(), `${owner}0`];
      for (const one of [owner, ...neighbours]) {
        await store.put(`${one}/original`, Buffer.from('x'));
        await store.put(`${one}/deeper/step`, Buffer.from('x'));
      }
      await store.deletePrefix(`${owner}/`);
      await expect(store.read(`${owner}/original`)).rejects.toThrow(BlobNotFoundError);
      await expect(store.read(`${owner}/deeper/step`)).rejects.toThrow(BlobNotFoundError);
      for (const neighbour of neighbours) expect(String(await store.read(`${neighbour}/deeper/step`))).toBe('x');
    });

    test('deleting nothing succeeds, even twice at once', async () => {
      const store = await connect();
      const owner = newOwner();
      await store.deletePrefix(`${owner}/`);
      await store.put(`${owner}/original`, Buffer.from('x'));
      await Promise.all([store.deletePrefix(`${owner}/`), store.deletePrefix(`${owner}/`)]);
      await store.deletePrefix(`${owner}/`);
      await expect(store.read(`${owner}/original`)).rejects.toThrow(BlobNotFoundError);
    });

    test('concurrent puts and deletions all succeed, and each blob is whole or gone', async () => {
      const store = await connect();
      const owner = newOwner();
      const content = randomBytes(20_000);
      const put = new AbortController();
      const puts = Promise.all(
        Array.from({ length: 4 }, async (_, writer) => {
          for (let turn = 0; turn < 40; turn++) await store.put(`${owner}/${writer}-${turn % 5}`, content);
        }),
      ).finally(() => put.abort());
      const deletions = (async () => {
        while (!put.signal.aborted) await store.deletePrefix(`${owner}/`);
      })();
      await Promise.all([puts, deletions]);
      for (let writer = 0; writer < 4; writer++) {
        const found = await store.read(`${owner}/${writer}-0`).catch((error: unknown) => error);
        if (found instanceof Buffer) expect(sha256(found)).toBe(sha256(content));
        else expect(found).toBeInstanceOf(BlobNotFoundError);
      }
    });

    test.each([
      '',
      '/',
      'a//b',
      '/a',
      'a/',
      '.',
      '..',
      'a/../b',
      'a/./b',
      '.hidden',
      'a/.b',
      'a\\b',
      'a b',
      'a\0b',
      'ä',
    ])('refuses the key %j', async (key) => {
      const store = await connect();
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('is not a blob key');
      await expect(store.read(key)).rejects.toThrow('is not a blob key');
      await expect(store.stream(key)).rejects.toThrow('is not a blob key');
    });

    test.each(['', '/', 'a', 'a/bc', 'a//', '../', 'a/../', './'])('refuses the prefix %j', async (prefix) => {
      const store = await connect();
      await expect(store.deletePrefix(prefix)).rejects.toThrow(/must end with|is not a blob key/);
    });
  });
}
