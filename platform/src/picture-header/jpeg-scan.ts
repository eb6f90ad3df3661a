import type { PictureSource } from './source.ts';

/** Segments without their marker. */
export interface JpegScan {
  frame: { readonly marker: number; readonly header: Buffer } | undefined;
  header: Buffer | undefined;
  start: number;
  /** By class (16 for AC) and number: counts of code words by length, then values. */
  readonly tables: Map<number, Buffer>;
  /** Minimum coded units; 0: none. */
  restartInterval: number;
}

const BASELINE = 0xc0;
const EXTENDED = 0xc1;

/** 10 blocks of 64 coefficients of at most 27 bits, each byte stuffed. */
const UNIT_BYTES = 8192;

const WINDOW_BYTES = 64 * 1024;

/**
 * A later table replaces an earlier one: 25 MB hold a million.
 * @param segment of DHT. ITU-T T.81, B.2.4.2
 */
export function addTables(tables: JpegScan['tables'], segment: Buffer): void {
  for (let at = 2; at + 17 <= segment.length;) {
    const counts = segment.subarray(at + 1, at + 17);
    const end = at + 17 + counts.reduce((sum, count) => sum + count, 0);
    tables.set(segment[at]!, Buffer.from(segment.subarray(at + 1, end)));
    at = end;
  }
}

/** Counts code words. Progressive and arithmetic pictures count as whole: only the decoder can tell. */
export async function isWholeScan(file: PictureSource, scan: JpegScan): Promise<boolean> {
  const { frame, header, start, restartInterval } = scan;
  if (frame === undefined || header === undefined) return false;
  if (frame.marker !== BASELINE && frame.marker !== EXTENDED) return true;
  const plan = planOf(frame.header, header, scan.tables);
  if (plan === undefined) return false;
  let position = start;
  let unit = 0;
  while (unit < plan.units) {
    const length = Math.min(WINDOW_BYTES, file.size - position);
    if (length <= 0) return false;
    const end = position + length === file.size ? Infinity : length - UNIT_BYTES;
    const reader = new BitReader(await file.bytes(position, length));
    reader.skip(plan.bitsRead);
    const before = unit;
    while (unit < plan.units && reader.at < end) {
      if (restartInterval > 0 && unit > 0 && unit % restartInterval === 0) reader.restart();
      if (!readUnit(plan.blocks, reader)) return false;
      unit += 1;
    }
    if (unit === before) return false;
    const { bytes, bits } = reader.place();
    position += bytes;
    plan.bitsRead = bits;
  }
  return true;
}

interface Plan {
  readonly blocks: readonly { readonly dc: Uint16Array; readonly ac: Uint16Array }[];
  readonly units: number;
  bitsRead: number;
}

/** ITU-T T.81, B.2.2, B.2.3 and A.2. */
function planOf(frame: Buffer, scan: Buffer, tables: JpegScan['tables']): Plan | undefined {
  const wanted = new Map<number, Uint16Array>();
  const tableOf = (key: number): Uint16Array | undefined => {
    const table = tables.get(key);
    if (table !== undefined && !wanted.has(key)) wanted.set(key, expanded(table));
    return wanted.get(key);
  };
  const [height, width, count] = [frame.readUInt16BE(3), frame.readUInt16BE(5), frame[7] ?? 0];
  const parts = Array.from({ length: count }, (_, n) => frame.subarray(8 + 3 * n, 11 + 3 * n)).map((part) => ({
    id: part[0],
    across: (part[1] ?? 0) >> 4,
    down: (part[1] ?? 0) & 15,
  }));
  const [widest, tallest] = [
    Math.max(...parts.map(({ across }) => across)),
    Math.max(...parts.map(({ down }) => down)),
  ];
  const chosen = Array.from({ length: scan[2] ?? 0 }, (_, n) => {
    const part = parts.find(({ id }) => id === scan[3 + 2 * n]);
    const selector = scan[4 + 2 * n] ?? 0;
    const [dc, ac] = [tableOf(selector >> 4), tableOf(16 | (selector & 15))];
    return part === undefined || dc === undefined || ac === undefined ? undefined : { ...part, dc, ac };
  }).filter((one) => one !== undefined);
  const [only] = chosen;
  if (only === undefined || chosen.length !== scan[2] || widest === 0 || tallest === 0) return undefined;
  // One block per unit, none beyond the picture.
  if (chosen.length === 1) {
    const units = blocksOf(width, only.across, widest) * blocksOf(height, only.down, tallest);
    return { blocks: [only], units, bitsRead: 0 };
  }
  const blocks = chosen.flatMap((part) => Array.from({ length: part.across * part.down }, () => part));
  return { blocks, units: Math.ceil(width / (8 * widest)) * Math.ceil(height / (8 * tallest)), bitsRead: 0 };
}

const blocksOf = (side: number, share: number, largest: number): number =>
  Math.ceil(Math.ceil((side * share) / largest) / 8);

/** Length and value by the next 16 bits. */
function expanded(table: Buffer): Uint16Array {
  const entries = new Uint16Array(1 << 16);
  let value = 16;
  for (let length = 1, code = 0; length <= 16; length += 1, code <<= 1) {
    for (let n = 0; n < table[length - 1]!; n += 1, code += 1, value += 1) {
      entries.fill((length << 8) | (table[value] ?? 0), code << (16 - length), (code + 1) << (16 - length));
    }
  }
  return entries;
}

function readUnit(blocks: Plan['blocks'], reader: BitReader): boolean {
  for (const { dc, ac } of blocks) {
    const bits = reader.symbol(dc);
    if (bits < 0) return false;
    reader.skip(bits);
    for (let k = 1; k < 64;) {
      const runAndBits = reader.symbol(ac);
      if (runAndBits < 0) return false;
      reader.skip(runAndBits & 15);
      if (runAndBits === 0) break;
      k += (runAndBits >> 4) + 1;
    }
    if (reader.isPast) return false;
  }
  return true;
}

class BitReader {
  readonly #data: Buffer;
  #at = 0;
  #held = 0;
  #bits = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get at(): number {
    return this.#at;
  }

  get isPast(): boolean {
    return this.#bits < 0;
  }

  /** Negative when there is none. */
  symbol(table: Uint16Array): number {
    this.#fill(16);
    const next = this.#bits >= 16 ? this.#held >>> (this.#bits - 16) : this.#held << (16 - Math.max(0, this.#bits));
    const entry = table[next & 0xffff]!;
    if (entry === 0) return -1;
    this.#bits -= entry >> 8;
    return this.#bits < 0 ? -1 : entry & 0xff;
  }

  skip(bits: number): void {
    this.#fill(bits);
    this.#bits -= bits;
  }

  restart(): void {
    this.#bits = 0;
    while (this.#at + 1 < this.#data.length) {
      const [byte, next] = [this.#data[this.#at]!, this.#data[this.#at + 1]!];
      if (byte === 0xff && next >= 0xd0 && next <= 0xd7) {
        this.#at += 2;
        return;
      }
      this.#at += 1;
    }
  }

  place(): { readonly bytes: number; readonly bits: number } {
    const unread = Math.ceil(this.#bits / 8);
    let at = this.#at;
    for (let n = 0; n < unread; n += 1) at -= this.#data[at - 1] === 0 && this.#data[at - 2] === 0xff ? 2 : 1;
    return { bytes: at, bits: unread * 8 - this.#bits };
  }

  #fill(bits: number): void {
    while (this.#bits < bits && this.#at < this.#data.length) {
      const byte = this.#data[this.#at]!;
      if (byte === 0xff && this.#data[this.#at + 1] !== 0) return;
      this.#held = ((this.#held << 8) | byte) & 0xffffff;
      this.#bits += 8;
      this.#at += byte === 0xff ? 2 : 1;
    }
  }
}
