import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

interface Wanted {
  readonly width: number;
  readonly height: number;
  /** `colour` is `#rrggbb`; null leaves it transparent. */
  readonly background: { readonly colour: string; readonly opacity: number } | null;
  readonly isMatteAlone: boolean;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOUR_TYPES = { grey: 0, rgba: 6 } as const;

export async function emptyPicture({ width, height, background, isMatteAlone }: Wanted): Promise<Buffer> {
  const pixel = isMatteAlone ? Buffer.alloc(1) : pixelOf(background);
  const rows = Buffer.alloc(height * (1 + width * pixel.length));
  if (pixel.some((value) => value !== 0)) {
    const row = Buffer.alloc(1 + width * pixel.length);
    row.fill(pixel, 1);
    rows.fill(row);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, isMatteAlone ? COLOUR_TYPES.grey : COLOUR_TYPES.rgba], 8);
  const data = await promisify(deflate)(rows, { level: 1 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function pixelOf(background: Wanted['background']): Buffer {
  if (background === null) return Buffer.alloc(4);
  return Buffer.from([...Buffer.from(background.colour.slice(1), 'hex'), Math.round(background.opacity * 255)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
