import { crc32 } from 'node:zlib';

/**
 * Names and contents of a ZIP archive with stored entries, in order. Source: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12
 * and 4.3.16.
 * @throws Error for a broken archive
 */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || archive.length - end !== 22) throw new Error('The archive has no end');
  const entries = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error(`There is no entry at ${at}`);
    const [method, crc, length] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 24),
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const header = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const content = archive.subarray(start, start + length);
    if (method !== 0) throw new Error(`${name} was compressed`);
    if (crc32(content) !== crc) throw new Error(`${name} is damaged`);
    if (entries.has(name)) throw new Error(`${name} is there twice`);
    entries.set(name, content);
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}
