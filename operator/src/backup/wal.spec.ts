import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, bigInt, property } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isUnbroken, lsnOf, piecesOf, SEGMENT_BYTES, segmentName } from './wal.ts';

test('reads a log position as PostgreSQL writes it', () => {
  expect(lsnOf('0/0')).toBe(0n);
  expect(lsnOf('16/B374D848')).toBe(0x16_b374d848n);
});

test.each([
  ['0/1000000', '000000010000000000000001'],
  ['0/1FFFFFF', '000000010000000000000001'],
  ['16/B374D848', '0000000100000016000000B3'],
  ['1/0', '000000010000000100000000'],
])('the file that holds %s is %s, as pg_walfile_name has it within a file', (lsn, name) => {
  expect(segmentName('00000001', lsnOf(lsn))).toBe(name);
});

test('the pieces of a range are consecutive, and each stays in one file', () => {
  const place = bigInt({ min: 0n, max: 8n * BigInt(SEGMENT_BYTES) });
  assert(
    property(place, place, (one, other) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      let at = from;
      for (const { start, offset, bytes } of piecesOf(from, to)) {
        expect(start % BigInt(SEGMENT_BYTES)).toBe(0n);
        expect(start + BigInt(offset)).toBe(at);
        expect(bytes).toBeGreaterThan(0);
        expect(offset + bytes).toBeLessThanOrEqual(SEGMENT_BYTES);
        at += BigInt(bytes);
      }
      expect(at).toBe(to);
    }),
  );
});

test('regression: a restore to a moment without log took an earlier state for that of the moment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-wal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const put = async (lsn: string, pages = SEGMENT_BYTES / 8192) => {
    const content = Buffer.alloc(SEGMENT_BYTES);
    for (let page = 0; page < pages; page++)
      content.writeBigUInt64LE(lsnOf(lsn) + BigInt(page * 8192), page * 8192 + 8);
    await writeFile(join(folder, segmentName('00000001', lsnOf(lsn))), content);
  };
  const first = segmentName('00000001', lsnOf('0/FE000000'));
  for (const lsn of ['0/3000000', '0/FE000000', '0/FF000000']) await put(lsn);
  await put('1/0', 7);
  expect(await isUnbroken(folder, first)).toBe(true);
  await put('0/FF000000', 7);
  expect(await isUnbroken(folder, first)).toBe(false);
  await rm(join(folder, segmentName('00000001', lsnOf('0/FF000000'))));
  expect(await isUnbroken(folder, first)).toBe(false);
});

test('regression: a log cut off in the last page of a file counted as unbroken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearcut-wal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [start, page] = [lsnOf('0/3000000'), SEGMENT_BYTES - 8192];
  const last = page + 4096;
  const content = Buffer.alloc(SEGMENT_BYTES);
  content.writeBigUInt64LE(start + BigInt(page), page + 8);
  const next = Buffer.alloc(SEGMENT_BYTES);
  next.writeBigUInt64LE(lsnOf('0/4000000'), 8);
  // The end of the record before, then a first one that names it.
  next.writeUInt32LE(21, 16);
  next.writeUInt32LE(100, 64);
  next.writeBigUInt64LE(start + BigInt(last), 72);
  const first = segmentName('00000001', start);
  await writeFile(join(folder, segmentName('00000001', lsnOf('0/4000000'))), next);
  await writeFile(join(folder, first), content);
  expect(await isUnbroken(folder, first)).toBe(false);
  content.writeUInt32LE(4117, last);
  await writeFile(join(folder, first), content);
  expect(await isUnbroken(folder, first)).toBe(true);
});
