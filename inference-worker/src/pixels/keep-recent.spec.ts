import { expect, test } from 'vitest';
import { keepRecent } from './keep-recent.ts';

/** A picture is one byte: its width. */
const decodedOf = (bytes: Uint8Array) =>
  Promise.resolve({ width: bytes[0]!, height: 10, data: new Uint8Array(bytes[0]! * 10) });

function counted(limits?: { readonly alone: number; readonly together: number }) {
  const decoded: number[] = [];
  const decode = (bytes: Uint8Array) => {
    decoded.push(bytes[0]!);
    return decodedOf(bytes);
  };
  return { decoded, pictures: keepRecent(decode, decodedOf, limits) };
}

const picture = (width: number): Uint8Array => Uint8Array.of(width);

test('the same bytes are decoded once, whichever array holds them', async () => {
  const { decoded, pictures } = counted();
  const first = await pictures.decode(picture(5));
  expect(await pictures.decode(picture(5))).toBe(first);
  expect(decoded).toEqual([5]);
});

test('several are kept, and of more than there is room for the one that was not used for longest goes', async () => {
  const { decoded, pictures } = counted({ alone: 200, together: 150 });
  for (const width of [5, 6, 5, 4, 5, 6]) await pictures.decode(picture(width));
  expect(decoded).toEqual([5, 6, 4]);
  for (const width of [7, 4, 7, 5]) await pictures.decode(picture(width));
  expect(decoded).toEqual([5, 6, 4, 7, 4, 5]);
});

test('a picture too large for others beside it is kept alone, and one above the limit is not', async () => {
  const { decoded, pictures } = counted({ alone: 90, together: 60 });
  for (const width of [4, 9, 9, 4]) await pictures.decode(picture(width));
  expect(decoded).toEqual([4, 9, 4]);
  for (const width of [10, 10, 4]) await pictures.decode(picture(width));
  expect(decoded).toEqual([4, 9, 4, 10, 10, 4]);
});

test('others are let go before a picture is decoded, not after', async () => {
  const decoded: number[] = [];
  const gate = Promise.withResolvers<void>();
  const decode = async (bytes: Uint8Array) => {
    decoded.push(bytes[0]!);
    if (bytes[0] === 9) await gate.promise;
    return decodedOf(bytes);
  };
  const pictures = keepRecent(decode, decodedOf, { alone: 200, together: 100 });
  await pictures.decode(picture(5));
  const large = pictures.decode(picture(9));
  await expect.poll(() => decoded).toEqual([5, 9]);
  await pictures.decode(picture(5));
  expect(decoded).toEqual([5, 9, 5]);
  gate.resolve();
  await large;
});

test('a failure keeps none, and what was just encoded need not be decoded', async () => {
  const broken = keepRecent(
    () => Promise.reject(new Error('broken')),
    () => Promise.resolve({ width: 1, height: 1 }),
  );
  await expect(broken.decode(picture(1))).rejects.toThrow('broken');
  await expect(broken.decode(picture(1))).rejects.toThrow('broken');
  const { decoded, pictures } = counted();
  const matte = { width: 3, height: 10, data: new Uint8Array(30) };
  pictures.keep(picture(3), matte);
  expect(await pictures.decode(picture(3))).toBe(matte);
  expect(decoded).toEqual([]);
});

test('memory is given back of what is not kept, and of nothing else', async () => {
  const { pictures } = counted({ alone: 90, together: 60 });
  const [large, small] = [await pictures.decode(picture(10)), await pictures.decode(picture(4))];
  pictures.release(large);
  pictures.release(small);
  expect([large.data.length, small.data.length]).toEqual([0, 40]);
  const part = { width: 10, height: 10, data: new Uint8Array(new ArrayBuffer(200), 0, 100) };
  pictures.release(part);
  expect(part.data).toHaveLength(100);
});
