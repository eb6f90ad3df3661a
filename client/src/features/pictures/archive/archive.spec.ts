import { deflateRawSync } from 'node:zlib';
import { BULK_MANIFEST, CORRUPT_MARKER } from '@clearcut/schemas/transaction/archive';
import { describe, expect, test } from 'vitest';
import { ArchiveCorrupt, openArchive } from './archive.ts';

const manifest = {
  quality: 'low',
  items: [{ id: 'a', outcome: 'failed', errorCode: 'image_expired', message: 'Gone' }],
};

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly method?: 0 | 8;
}

const u16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer);
const u32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
const u64 = (...numbers: number[]) => Buffer.from(BigUint64Array.from(numbers.map(BigInt)).buffer);

/** Builds an archive like a streaming writer: sizes stand only in the central directory. */
function zip(entries: readonly Entry[], isZip64 = false): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 0 } of entries) {
    const data = method === 0 ? content : deflateRawSync(content);
    const local = Buffer.concat([u32(0x04034b50), u16(20, 8, method, 0, 0), u32(0, 0, 0), u16(name.length, 0)]);
    const extra = isZip64 ? Buffer.concat([u16(1, 24), u64(content.length, data.length, offset)]) : Buffer.alloc(0);
    const sizes = isZip64 ? u32(0xffffffff, 0xffffffff) : u32(data.length, content.length);
    const head = Buffer.concat([u32(0x02014b50), u16(45, 45, 8, method, 0, 0), u32(0), sizes]);
    const rest = [u16(name.length, extra.length, 0, 0, 0), u32(0, isZip64 ? 0xffffffff : offset)];
    list.push(Buffer.concat([head, ...rest, Buffer.from(name), extra]));
    files.push(local, Buffer.from(name), data);
    offset += local.length + name.length + data.length;
  }
  const listBytes = Buffer.concat(list).length;
  const count = u16(entries.length, entries.length);
  const end64 = Buffer.concat([u32(0x06064b50), u64(44), u16(45, 45), u32(0, 0)]);
  const zip64 = [
    end64,
    u64(entries.length, entries.length, listBytes, offset),
    u32(0x07064b50, 0),
    u64(offset + listBytes),
    u32(1),
  ];
  const end = [u32(0x06054b50), u16(0, 0), count, u32(listBytes, isZip64 ? 0xffffffff : offset), u16(0)];
  return Buffer.concat([...files, ...list, ...(isZip64 ? zip64 : []), ...end]);
}

const picture: Entry = { name: 'duck.png', content: Buffer.alloc(100_000, 'PK\x05\x06') };
const listing: Entry = { name: BULK_MANIFEST, content: Buffer.from(JSON.stringify(manifest)) };
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);

describe('the list of what is in an archive', () => {
  test.each([
    ['stored, at the end', zip([picture, listing])],
    ['stored, at the beginning', zip([listing, picture])],
    ['compressed', zip([picture, { ...listing, method: 8 }])],
    ['of an archive with sizes of 64 bits', zip([picture, listing], true)],
  ])('is found: %s', async (_how, bytes) => {
    expect((await openArchive(blob(bytes))).manifest).toEqual(manifest);
  });
});

test.each([
  ['marked by the server', Buffer.concat([zip([picture, listing]).subarray(0, 50_000), Buffer.from(CORRUPT_MARKER)])],
  ['marked although it looks whole', Buffer.concat([zip([picture, listing]), Buffer.from(CORRUPT_MARKER)])],
  ['broken off', zip([picture, listing]).subarray(0, 100_000)],
  ['without its list', zip([picture])],
  ['empty', Buffer.alloc(0)],
])('an archive that is %s is corrupt', async (_how, bytes) => {
  await expect(openArchive(blob(bytes))).rejects.toThrow(ArchiveCorrupt);
});
