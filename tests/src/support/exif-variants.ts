/** Pictures with all sorts of right and wrong EXIF orientation. */
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import sharp from 'sharp';

export type ExifFormat = 'jpeg' | 'png' | 'webp';

export interface TiffBlock {
  readonly mark: string;
  readonly magic: number;
  readonly directory: number;
  readonly entries: readonly {
    readonly tag: number;
    readonly type: number;
    readonly count: number;
    readonly value: number;
  }[];
  /** Bytes missing at its end. */
  readonly cut: number;
}

export interface ExifVariant {
  readonly format: ExifFormat;
  readonly blocks: readonly (TiffBlock | string)[];
  readonly header: string;
  readonly place: 'first' | 'before the pixels' | 'behind the pixels';
  /** Whether a PNG chunk's checksum, or a WEBP's flag, is right. */
  readonly isAnnounced: boolean;
}

const ORIENTATION = 0x0112;
const SHORT = 3;

export const block = (value: number, entry: Partial<TiffBlock['entries'][number]> = {}): TiffBlock => ({
  mark: 'II',
  magic: 42,
  directory: 8,
  entries: [{ tag: ORIENTATION, type: SHORT, count: 1, value, ...entry }],
  cut: 0,
});

const usually = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const entry = fc.record({
  tag: usually(ORIENTATION, 0x010f, 0x0000),
  type: fc.oneof(
    { weight: 3, arbitrary: fc.constant(SHORT) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 13 }) },
  ),
  count: usually(1, 0, 2, 3, 0xffffffff),
  value: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.constantFrom(0, 9, 65_535)),
});

const tiffBlock: fc.Arbitrary<TiffBlock> = fc.record({
  mark: fc.constantFrom('II', 'MM', 'II', 'MM', 'XX'),
  magic: usually(42, 43, 0),
  directory: usually(8, 9, 12, 60_000),
  entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
  cut: usually(0, 2, 6, 14),
});

export const exifVariant: fc.Arbitrary<ExifVariant> = fc.record({
  format: fc.constantFrom<ExifFormat>('jpeg', 'png', 'webp'),
  blocks: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: tiffBlock },
      { weight: 1, arbitrary: fc.constantFrom('', 'garbage of some length', 'Exif\0\0') },
    ),
    { minLength: 1, maxLength: 2 },
  ),
  header: fc.constantFrom(
    'Exif\0\0',
    'Exif\0\0',
    'Exif\0\0',
    'Exif\0\xff',
    'exif\0\0',
    'http://ns.adobe.com/xap/1.0/\0',
    '',
  ),
  place: usually<ExifVariant['place']>('first', 'before the pixels', 'behind the pixels'),
  isAnnounced: usually(true, false),
});

/** Adds the variant's EXIF data. @param plain in the variant's format, without any */
export function withExif(plain: Buffer, { format, blocks, header, place, isAnnounced }: ExifVariant): Buffer {
  const data = blocks.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : tiffOf(one)));
  switch (format) {
    case 'jpeg': {
      const segments = data.map((one) => app1(Buffer.concat([Buffer.from(header, 'latin1'), one])));
      return inserted(
        plain,
        {
          first: 2,
          'before the pixels': plain.indexOf('\xff\xda', 0, 'latin1'),
          'behind the pixels': plain.length - 2,
        }[place],
        segments,
      );
    }
    case 'png': {
      const chunks = data.map((one) => chunk('eXIf', one, isAnnounced));
      const at = {
        first: 33,
        'before the pixels': plain.indexOf('IDAT') - 4,
        'behind the pixels': plain.lastIndexOf('IEND') - 4,
      };
      return inserted(plain, at[place], chunks);
    }
    case 'webp':
      return extendedWebp(plain, data, place !== 'behind the pixels', isAnnounced);
  }
}

function inserted(bytes: Buffer, at: number, parts: readonly Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
}

function tiffOf({ mark, magic, directory, entries, cut }: TiffBlock): Buffer {
  const bytes = Buffer.alloc(Math.min(directory, 64) + 2 + 12 * entries.length + 4);
  const isBig = mark === 'MM';
  const u16 = (value: number, at: number) => (isBig ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at));
  const u32 = (value: number, at: number) => (isBig ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at));
  bytes.write(mark, 0, 'latin1');
  u16(magic, 2);
  u32(directory, 4);
  const start = Math.min(directory, 64);
  u16(entries.length, start);
  entries.forEach(({ tag, type, count, value }, n) => {
    const at = start + 2 + 12 * n;
    u16(tag, at);
    u16(type, at + 2);
    u32(count, at + 4);
    // By the type's length: one, two or four bytes.
    if ([1, 2, 6, 7].includes(type)) bytes.writeUInt8(value & 255, at + 8);
    else if ([3, 8].includes(type)) u16(value, at + 8);
    else u32(value, at + 8);
  });
  return bytes.subarray(0, bytes.length - cut);
}

function app1(data: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function chunk(type: string, data: Buffer, isIntact = true): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const bytes = Buffer.alloc(body.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  body.copy(bytes, 4);
  bytes.writeUInt32BE((crc32(body) ^ (isIntact ? 0 : 1)) >>> 0, body.length + 4);
  return bytes;
}

/** @param plain a simple WEBP */
function extendedWebp(plain: Buffer, blocks: readonly Buffer[], isFirst: boolean, isAnnounced: boolean): Buffer {
  const vp8 = plain.indexOf('VP8 ');
  const width = plain.readUInt16LE(vp8 + 14) & 0x3fff;
  const height = plain.readUInt16LE(vp8 + 16) & 0x3fff;
  const header = Buffer.alloc(30);
  header.write('RIFF....WEBPVP8X\x0a', 0, 'latin1');
  header.writeUInt8(isAnnounced ? 8 : 0, 20);
  header.writeUIntLE(width - 1, 24, 3);
  header.writeUIntLE(height - 1, 27, 3);
  const chunks = blocks.map((data) => {
    const head = Buffer.from('EXIF....', 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const picture = plain.subarray(12);
  const bytes = Buffer.concat([header, ...(isFirst ? [...chunks, picture] : [picture, ...chunks])]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
}

const QUARTERS = [
  [200, 30, 30],
  [30, 160, 60],
  [40, 60, 190],
  [220, 200, 150],
] as const;

/** Four coloured quarters show every turn and flip. */
export async function quarters(format: ExifFormat, width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const quarter = (i % width < width / 2 ? 0 : 1) + (i < (width * height) / 2 ? 0 : 2);
    data.set(QUARTERS[quarter]!, i * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** Stored quarters now at top left, top right and bottom left: shows the raster's orientation. */
export function orientationSeen(data: Uint8Array, width: number, height: number, channels: number): string {
  const at = (x: number, y: number): number => {
    const i = (Math.floor(y * height) * width + Math.floor(x * width)) * channels;
    const distances = QUARTERS.map((colour) =>
      colour.reduce((sum, value, c) => sum + Math.abs(value - data[i + c]!), 0),
    );
    return distances.indexOf(Math.min(...distances));
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75)].join('');
}
