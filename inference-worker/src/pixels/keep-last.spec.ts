import { expect, test } from 'vitest';
import { keepLast } from './keep-last.ts';

function counted(maxPixels?: number) {
  const decoded: number[] = [];
  const pictures = keepLast(async (bytes: Uint8Array) => {
    decoded.push(bytes[0]!);
    return { width: bytes[0]!, height: 10 };
  }, maxPixels);
  return { decoded, pictures };
}

const picture = (width: number): Uint8Array => Uint8Array.of(width);

test('the same bytes are decoded once, whichever array holds them', async () => {
  const { decoded, pictures } = counted();
  const first = await pictures.decode(picture(5));
  expect(await pictures.decode(picture(5))).toBe(first);
  expect(decoded).toEqual([5]);
});

test('one picture is kept, and a failure keeps none', async () => {
  const { decoded, pictures } = counted();
  for (const width of [5, 6, 5]) await pictures.decode(picture(width));
  expect(decoded).toEqual([5, 6, 5]);
  const broken = keepLast(() => Promise.reject(new Error('broken')));
  await expect(broken.decode(picture(1))).rejects.toThrow('broken');
  await expect(broken.decode(picture(1))).rejects.toThrow('broken');
});

test('a picture above the limit is not kept', async () => {
  const { decoded, pictures } = counted(40);
  for (const width of [4, 4, 5, 5]) await pictures.decode(picture(width));
  expect(decoded).toEqual([4, 5, 5]);
});

test('what was just encoded need not be decoded', async () => {
  const { decoded, pictures } = counted();
  const matte = { width: 3, height: 10 };
  pictures.keep(picture(3), matte);
  expect(await pictures.decode(picture(3))).toBe(matte);
  expect(decoded).toEqual([]);
});
