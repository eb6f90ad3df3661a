import { expect, test } from 'vitest';
import { Workspace } from '../memory/workspace.ts';
import { keepRecent } from './keep-recent.ts';

const decodedOf = (bytes: Uint8Array) =>
  Promise.resolve({ width: bytes[0]!, height: 10, data: new Uint8Array(bytes[0]! * 10) });

function counted(limits?: { readonly once: number; readonly alone: number; readonly together: number }) {
  const decoded: number[] = [];
  const decode = (bytes: Uint8Array) => {
    decoded.push(bytes[0]!);
    return decodedOf(bytes);
  };
  return { decoded, pictures: keepRecent(decode, decodedOf, limits) };
}

type Pictures = ReturnType<typeof keepRecent<Awaited<ReturnType<typeof decodedOf>>>>;

async function decodeOnce(pictures: Pictures, width: number, isAwaited = false) {
  using space = new Workspace();
  return await pictures.decode(picture(width), space, isAwaited);
}

const picture = (width: number): Uint8Array => Uint8Array.of(width);

test('the same bytes are decoded once, whichever array holds them', async () => {
  const { decoded, pictures } = counted();
  const first = await decodeOnce(pictures, 5);
  expect(await decodeOnce(pictures, 5)).toBe(first);
  expect(decoded).toEqual([5]);
});

test('keeps several, and drops the least recently used when there is no room', async () => {
  const { decoded, pictures } = counted({ once: 200, alone: 200, together: 150 });
  for (const width of [5, 6, 5, 4, 5, 6]) await decodeOnce(pictures, width);
  expect(decoded).toEqual([5, 6, 4]);
  for (const width of [7, 4, 7, 5]) await decodeOnce(pictures, width);
  expect(decoded).toEqual([5, 6, 4, 7, 4, 5]);
});

test('keeps a picture alone if it leaves no room for others, and none above the limit', async () => {
  const { decoded, pictures } = counted({ once: 90, alone: 90, together: 60 });
  for (const width of [4, 9, 9, 4]) await decodeOnce(pictures, width);
  expect(decoded).toEqual([4, 9, 4]);
  for (const width of [10, 10, 4]) await decodeOnce(pictures, width);
  expect(decoded).toEqual([4, 9, 4, 10, 10, 4]);
});

test('keeps a large picture for one more use, which frees it at its end', async () => {
  const { decoded, pictures } = counted({ once: 120, alone: 90, together: 60 });
  await decodeOnce(pictures, 10);
  const large = await decodeOnce(pictures, 10, true);
  expect(large.data).toHaveLength(100);
  expect(await decodeOnce(pictures, 10)).toBe(large);
  expect(large.data).toHaveLength(0);
  await decodeOnce(pictures, 10, true);
  await decodeOnce(pictures, 4);
  await decodeOnce(pictures, 13, true);
  await decodeOnce(pictures, 13, true);
  expect(decoded).toEqual([10, 10, 10, 4, 13, 13]);
});

test('frees others before a picture is decoded, not after', async () => {
  const decoded: number[] = [];
  const gate = Promise.withResolvers<void>();
  const decode = async (bytes: Uint8Array) => {
    decoded.push(bytes[0]!);
    if (bytes[0] === 9) await gate.promise;
    return decodedOf(bytes);
  };
  const pictures = keepRecent(decode, decodedOf, { once: 200, alone: 200, together: 100 });
  await decodeOnce(pictures, 5);
  const large = decodeOnce(pictures, 9);
  await expect.poll(() => decoded).toEqual([5, 9]);
  await decodeOnce(pictures, 5);
  expect(decoded).toEqual([5, 9, 5]);
  gate.resolve();
  await large;
});

test('keeps nothing of a failure, and does not decode what was just encoded', async () => {
  using space = new Workspace();
  const broken = keepRecent(
    () => Promise.reject(new Error('broken')),
    () => Promise.resolve({ width: 1, height: 1 }),
  );
  await expect(broken.decode(picture(1), space)).rejects.toThrow('broken');
  await expect(broken.decode(picture(1), space)).rejects.toThrow('broken');
  const { decoded, pictures } = counted();
  const matte = { width: 3, height: 10, data: new Uint8Array(30) };
  pictures.keep(picture(3), matte, space);
  expect(await decodeOnce(pictures, 3)).toBe(matte);
  expect(decoded).toEqual([]);
});

test('frees uncached memory when its last scope ends', async () => {
  const { pictures } = counted({ once: 90, alone: 90, together: 60 });
  const outer = new Workspace();
  const [large, small] = [await pictures.decode(picture(10), outer), await pictures.decode(picture(4), outer)];
  expect(await decodeOnce(pictures, 4)).toBe(small);
  // No room for the small one, yet it is in use.
  await decodeOnce(pictures, 6);
  expect([large.data.length, small.data.length]).toEqual([100, 40]);
  outer[Symbol.dispose]();
  expect([large.data.length, small.data.length]).toEqual([0, 0]);
});

test('frees released memory at once, and that of a picture decoded twice concurrently only once', async () => {
  const { decoded, pictures } = counted({ once: 90, alone: 90, together: 60 });
  const kept = await decodeOnce(pictures, 5);
  expect(kept.data).toHaveLength(50);
  await decodeOnce(pictures, 6);
  expect(kept.data).toHaveLength(0);
  const twins = await Promise.all([decodeOnce(pictures, 3), decodeOnce(pictures, 3)]);
  expect(decoded).toEqual([5, 6, 3, 3]);
  expect(twins.map(({ data }) => data.length)).toEqual([0, 30]);
  expect(await decodeOnce(pictures, 3)).toBe(twins[1]);
});
