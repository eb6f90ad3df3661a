import type { PngSpace } from '@clearcut/platform/picture-header/png-colour';
import { chromaticitiesOf, columnsOf, D50, type Xyz } from './primaries.ts';
import { type Curve, type Parametric, transferOf } from './transfers.ts';

export function iccProfile(space: PngSpace): Buffer {
  const curve = curveTag(transferOf(space));
  const [red, green, blue] = columnsOf(chromaticitiesOf(space));
  return withHeader([
    ['desc', textTag('PNG')],
    ['cprt', textTag('CC0')],
    ['wtpt', xyzTag(D50)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

/** An s15Fixed16Number reaches a little further. */
const MAX_FIXED = 32_767;

function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) =>
    bytes.writeInt32BE(Math.round(Math.min(MAX_FIXED, Math.max(-MAX_FIXED, value)) * 65_536), n * 4),
  );
  return bytes;
}

const typed = (type: string, ...data: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...data]);

const xyzTag = (value: Xyz): Buffer => typed('XYZ ', fixed(value));

function textTag(text: string): Buffer {
  const utf16 = Buffer.from(text, 'utf16le').swap16();
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(utf16.length, 12);
  record.writeUInt32BE(28, 16);
  return typed('mluc', record, utf16);
}

/** For curves without an ICC formula. */
const SAMPLES = 4096;

function curveTag(curve: Parametric | Curve): Buffer {
  if (typeof curve !== 'function') return typed('para', Buffer.from([0, 3, 0, 0]), fixed(curve));
  const values = Buffer.alloc(4 + 2 * SAMPLES);
  values.writeUInt32BE(SAMPLES, 0);
  for (let n = 0; n < SAMPLES; n++) {
    values.writeUInt16BE(Math.round(Math.min(1, curve(n / (SAMPLES - 1))) * 65_535), 4 + 2 * n);
  }
  return typed('curv', values);
}

/** ICC.1:2022, 7.2 and 7.3. */
function withHeader(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const header = Buffer.alloc(128);
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const parts = [header, table];
  let size = header.length + table.length;
  tags.forEach(([name, data], n) => {
    const at = 4 + 12 * n;
    table.write(name, at, 'latin1');
    table.writeUInt32BE(size, at + 4);
    table.writeUInt32BE(data.length, at + 8);
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    parts.push(padded);
    size += padded.length;
  });
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(0x0440_0000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  fixed(D50).copy(header, 68);
  return Buffer.concat(parts);
}
