import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A subject for any model: a dark vase with a bright rim before a soft, light wall. */
export function figure({ width, height }: PictureSize = { width: 400, height: 300 }): Sharp {
  const [cx, cy] = [width / 2, height / 2];
  const [rx, ry] = [width / 5, height / 3];
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs>
        <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#f4efe6"/><stop offset="1" stop-color="#cfc7b8"/></linearGradient>
        <radialGradient id="glaze" cx=".35" cy=".3"><stop stop-color="#e0563b"/><stop offset="1" stop-color="#5e1408"/></radialGradient>
      </defs>
      <rect width="100%" height="100%" fill="url(#wall)"/>
      <ellipse cx="${cx}" cy="${cy + ry * 0.95}" rx="${rx * 1.1}" ry="${ry * 0.08}" fill="#9b9386"/>
      <ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#glaze)"/>
      <rect x="${cx - rx * 0.45}" y="${cy - ry * 1.25}" width="${rx * 0.9}" height="${ry * 0.5}" fill="#8c2614"/>
    </svg>`),
  ).removeAlpha();
}

export const photo = (size?: PictureSize): Promise<Buffer> => figure(size).jpeg({ quality: 92 }).toBuffer();

/** The same figure twice, side by side (800 x 440): a model treats both alike. */
export async function twins(): Promise<Buffer> {
  const half = { width: 400, height: 440 };
  const one = await figure(half).png().toBuffer();
  return sharp({ create: { width: 2 * half.width, height: half.height, channels: 3, background: '#f4efe6' } })
    .composite([
      { input: one, left: 0, top: 0 },
      { input: one, left: half.width, top: 0 },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A soft glow on a lawn: obvious to people, nothing to the bundled model, so it is guessed by contrast (600 x 400). */
export const unseen = (): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
      <defs>
        <radialGradient id="glow"><stop offset=".4" stop-color="#5c9c54"/><stop offset="1" stop-color="#44824a"/></radialGradient>
      </defs>
      <rect width="600" height="400" fill="#44824a"/>
      <circle cx="300" cy="220" r="80" fill="url(#glow)"/>
    </svg>`),
  )
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toBuffer();

/** A wholly white mask. */
export const whiteMask = ({ width, height }: PictureSize): Promise<Buffer> =>
  sharp(Buffer.alloc(width * height, 255), { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();

/** Looks like an 8-bit grey PNG until decoded. */
export function undecodablePng({ width, height }: PictureSize): Buffer {
  return png({ width, height, depth: 8 }, Buffer.from('no pixels here'));
}

/** A valid PNG, small as a file, of any picture size: a decompression bomb. */
export function pngOfSize(width: number, height: number): Buffer {
  return png({ width, height, depth: 1 }, deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))));
}

function png({ width, height, depth }: PictureSize & { readonly depth: number }, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(depth, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}
