import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decoded, decodedUpload } from './decode.ts';

const calls: (ImageBitmapOptions | undefined)[] = [];
const drawn: unknown[] = [];

beforeEach(() => {
  calls.length = 0;
  drawn.length = 0;
  vi.stubGlobal('createImageBitmap', async (_file: Blob, options?: ImageBitmapOptions) => {
    calls.push(options);
    return { width: 400, height: 300, close: () => undefined };
  });
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({
        drawImage: (_bitmap: unknown, ...rect: number[]) => drawn.push(rect),
        getImageData: () => ({ data: new Uint8ClampedArray() }),
      });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

test('decodes the server’s response unchanged', async () => {
  await decoded(new Blob());
  expect(calls).toMatchObject([{ colorSpaceConversion: 'none' }]);
  expect(drawn).toEqual([[0, 0, 400, 300]]);
});

test('applies the colour profile of a custom background, as the HD file does', async () => {
  await decodedUpload(new Blob(), { width: 100, height: 100 });
  expect(calls).toMatchObject([{ colorSpaceConversion: 'default' }]);
  expect(drawn).toEqual([[0, 0, 133, 100]]);
});
