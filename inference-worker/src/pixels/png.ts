import { once } from 'node:events';
import { constants, crc32, createDeflate } from 'node:zlib';
import type { Density } from '@clearcut/platform/picture-header/format';
import { giveToSystem, release, Workspace } from '../memory/workspace.ts';
import { filterRows } from './paeth.ts';
import { withoutAlpha, type Size } from './raster.ts';

/** Rows from the top, 8 bits a sample; grey, RGB, or RGB and straight alpha. */
export interface PngRows extends Size {
  /** From `first` to before `end`; the next call may overwrite them. */
  readonly read: (first: number, end: number) => Uint8Array;
  readonly channels: 1 | 3 | 4;
  /** Leaves alpha out of the file. */
  readonly isOpaque?: boolean;
  readonly density?: Density | null;
}

export interface PngPixels extends Omit<PngRows, 'read'> {
  readonly data: Uint8Array;
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

const COLOUR_TYPE = { 1: 0, 3: 2, 4: 6 } as const;

/**
 * Looks only for runs: little else repeats in a filtered photograph. On eleven cut-outs, against rows less the row
 * above at level 2: a quarter less time, 4 % fewer bytes.
 */
const DEFLATE = { level: 2, strategy: constants.Z_RLE } as const;

/** Bytes. */
const CHUNK_BYTES = 1 << 20;

const SEGMENT = 4 << 20;
const BESIDE = 2;

const HEADER = 2;
const CHECKSUM = 4;
/** An empty final block, as follows a flush. */
const LAST_BLOCK = Uint8Array.of(0x03, 0x00);
const END = LAST_BLOCK.length + CHECKSUM;
const ADLER = 65_521;

export function encodePng({ data, ...picture }: PngPixels): Promise<Uint8Array> {
  const stride = picture.width * picture.channels;
  return encodePngRows({ ...picture, read: (first, end) => data.subarray(first * stride, end * stride) });
}

/** ISO/IEC 15948, not interlaced. */
export async function encodePngRows(pixels: PngRows): Promise<Uint8Array> {
  const { width, height } = pixels;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, COLOUR_TYPE[storedChannels(pixels)], 0, 0, 0], 8);
  const segments = await compress(pixels);
  const before = [SIGNATURE, ...chunk('IHDR', [header]), ...densityChunk(pixels.density ?? null)];
  const png = Buffer.concat([...before, ...chunk('IDAT', joined(segments)), ...chunk('IEND', [])]);
  for (const { stream } of segments) release(stream);
  return png;
}

const storedChannels = ({ channels, isOpaque }: PngRows): 1 | 3 | 4 =>
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

/** Segments are independent: only a run is cut in two. */
async function compress(pixels: PngRows): Promise<Segment[]> {
  const { height } = pixels;
  const rowLength = 1 + pixels.width * storedChannels(pixels);
  const rows = Math.min(height, Math.max(1, Math.floor(SEGMENT / rowLength)));
  const made: Promise<Segment>[] = [];
  using space = new Workspace();
  const buffers = Array.from({ length: Math.min(BESIDE, Math.ceil(height / rows)) }, () =>
    space.bytes(rows * rowLength),
  );
  try {
    for (let first = 0, n = 0; first < height; first += rows, n++) {
      await made[n - BESIDE];
      const filtered = filterInto(buffers[n % BESIDE]!, pixels, first, Math.min(height, first + rows));
      made.push(deflated(filtered));
      made[n]!.catch(() => undefined);
    }
  } finally {
    await Promise.allSettled(made);
  }
  return Promise.all(made);
}

function filterInto(filtered: Uint8Array, pixels: PngRows, first: number, end: number): Uint8Array {
  const { width, channels } = pixels;
  const pixel = storedChannels(pixels);
  const stride = width * pixel;
  const rows = Math.max(1, Math.floor(CHUNK_BYTES / stride));
  let length = 0;
  for (let row = first; row < end; row += rows) {
    const above = Math.max(0, row - 1);
    const source = pixels.read(above, Math.min(end, row + rows));
    const stored = pixel === channels ? source : withoutAlpha(source);
    length += filterRows(stored, { stride, pixel }, row - above, filtered.subarray(length));
  }
  return filtered.subarray(0, length);
}

async function deflated(filtered: Uint8Array): Promise<Segment> {
  const parts: Uint8Array[] = [];
  const deflate = createDeflate({ ...DEFLATE, chunkSize: CHUNK_BYTES });
  deflate.on('data', (part: Uint8Array) => parts.push(part));
  const ended = once(deflate, 'end');
  deflate.write(filtered);
  // Ended sooner, it would not flush.
  await new Promise<void>((resolve) => deflate.flush(constants.Z_SYNC_FLUSH, resolve));
  deflate.end();
  await ended;
  const stream = Buffer.concat(parts);
  for (const buffer of new Set(parts.map((part) => part.buffer as ArrayBuffer))) giveToSystem(buffer);
  const bytes = stream.subarray(HEADER, -END);
  return { stream, bytes, checksum: stream.readUInt32BE(stream.length - CHECKSUM), length: filtered.length };
}

interface Segment {
  readonly stream: Uint8Array;
  readonly bytes: Uint8Array;
  /** Adler-32. */
  readonly checksum: number;
  readonly length: number;
}

/** A zlib stream (RFC 1950). */
function joined(segments: readonly Segment[]): Uint8Array[] {
  const sum = Buffer.alloc(CHECKSUM);
  sum.writeUInt32BE(segments.reduce((all, { checksum, length }) => adlerOfBoth(all, checksum, length), 1));
  return [Uint8Array.of(0x78, 0x01), ...segments.map(({ bytes }) => bytes), LAST_BLOCK, sum];
}

/** As zlib's `adler32_combine`. */
function adlerOfBoth(one: number, other: number, length: number): number {
  const [low, high] = [one & 0xffff, one >>> 16];
  const first = (low + (other & 0xffff) + ADLER - 1) % ADLER;
  const second = (high + (other >>> 16) + (length % ADLER) * (low + ADLER - 1)) % ADLER;
  return second * 0x1_0000 + first;
}
