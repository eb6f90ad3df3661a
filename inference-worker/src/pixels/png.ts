import { once } from 'node:events';
import { constants, crc32, createDeflate } from 'node:zlib';
import type { Density } from '@clearcut/platform/picture-header/format';
import { Workspace } from '../memory/workspace.ts';
import { filterRows } from './paeth.ts';
import { withoutAlpha, type Size } from './raster.ts';

/** Rows from the top, 8 bits a sample; grey, RGB, or RGB and straight alpha. */
export interface PngPixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 1 | 3 | 4;
  /** Leaves alpha out of the file. */
  readonly isOpaque?: boolean;
  readonly density?: Density | null;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const COLOUR_TYPE = { 1: 0, 3: 2, 4: 6 } as const;

/**
 * Looks only for runs: little else repeats in a filtered photograph. Measured on cut-outs of eleven pictures of 2
 * megapixels, against rows less the row above at level 2: a fifth to a third less time, 4 % fewer bytes (17 % fewer to
 * 17 % more).
 */
const DEFLATE = { level: 2, strategy: constants.Z_RLE } as const;

/** Bytes compressed at a time. */
const AT_ONCE = 1 << 20;

/** ISO/IEC 15948, not interlaced. */
export async function encodePng(pixels: PngPixels): Promise<Uint8Array> {
  const { width, height } = pixels;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPE[storedChannels(pixels)], 0, 0, 0], 8);
  const compressed = await compress(pixels);
  const before = [SIGNATURE, ...chunk('IHDR', [header]), ...densityChunk(pixels.density ?? null)];
  return Buffer.concat([...before, ...chunk('IDAT', compressed), ...chunk('IEND', [])]);
}

const storedChannels = ({ channels, isOpaque }: PngPixels): 1 | 3 | 4 =>
  channels === 4 && isOpaque === true ? 3 : channels;

/** PNG third edition, 11.3.4.3. */
function densityChunk(density: Density | null): Uint8Array[] {
  if (density === null) return [];
  const data = Buffer.alloc(9);
  data.writeUInt32BE(density.x, 0);
  data.writeUInt32BE(density.y, 4);
  data.writeUInt8(1, 8);
  return chunk('pHYs', [data]);
}

function chunk(name: string, contents: readonly Uint8Array[]): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(
    contents.reduce((sum, { length }) => sum + length, 0),
    0,
  );
  head.write(name, 4, 'latin1');
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(
    contents.reduce((sum, part) => crc32(part, sum), crc32(head.subarray(4))),
    0,
  );
  return [head, ...contents, checksum];
}

async function compress(pixels: PngPixels): Promise<Uint8Array[]> {
  const { data, width, height, channels } = pixels;
  const parts: Uint8Array[] = [];
  const deflate = createDeflate({ ...DEFLATE, chunkSize: AT_ONCE >> 2 });
  deflate.on('data', (part: Uint8Array) => parts.push(part));
  const ended = once(deflate, 'end');
  const pixel = storedChannels(pixels);
  const stride = width * pixel;
  const rows = Math.min(height, Math.max(1, Math.floor(AT_ONCE / stride)));
  using space = new Workspace();
  const filtered = space.bytes(rows * (stride + 1));
  for (let first = 0; first < height; first += rows) {
    const above = Math.max(0, first - 1);
    const source = data.subarray(above * width * channels, Math.min(height, first + rows) * width * channels);
    const stored = pixel === channels ? source : withoutAlpha(source);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const strip = filtered.subarray(0, filterRows(stored, { stride, pixel }, first - above, filtered));
    deflate.write(strip, (error) => (error ? reject(error) : resolve()));
    // The next strip overwrites this one.
    await promise;
  }
  deflate.end();
  await ended;
  return parts;
}
