/** Signatures and offsets: PKWARE APPNOTE.TXT, sections 4.3.7, 4.3.12, 4.3.14 and 4.3.16. */
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const TOO_LARGE = 0xffffffff;
const STORED = 0;

const view = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer());

interface Directory {
  readonly offset: number;
  readonly bytes: number;
}

/** Undefined when the archive has no end record. */
async function findDirectory(archive: Blob): Promise<Directory | undefined> {
  const start = Math.max(0, archive.size - END_BYTES - MAX_COMMENT);
  const tail = await view(archive.slice(start));
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) return undefined;
  const offset = tail.getUint32(at + 16, true);
  if (offset !== TOO_LARGE) return { offset, bytes: tail.getUint32(at + 12, true) };
  const locator = at - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || tail.getUint32(locator, true) !== ZIP64_LOCATOR) return undefined;
  const end = Number(tail.getBigUint64(locator + 8, true));
  const zip64 = await view(archive.slice(end, end + 56));
  return { offset: Number(zip64.getBigUint64(48, true)), bytes: Number(zip64.getBigUint64(40, true)) };
}

/** 64-bit values of the extra field, in the order of the 32-bit fields that overflowed. */
function largeNumbers(extra: DataView): bigint[] {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    const count = extra.getUint16(at + 2, true) >> 3;
    return Array.from({ length: count }, (_, index) => extra.getBigUint64(at + 4 + 8 * index, true));
  }
  return [];
}

/**
 * Finds the entry by the central directory, so without reading the data before it.
 * @returns undefined when there is no such file or the archive is incomplete
 */
export async function readZipEntry(archive: Blob, name: string): Promise<string | undefined> {
  const directory = await findDirectory(archive);
  if (directory === undefined || directory.offset + directory.bytes > archive.size) return undefined;
  const list = await view(archive.slice(directory.offset, directory.offset + directory.bytes));
  for (let at = 0; at + CENTRAL_BYTES <= list.byteLength && list.getUint32(at, true) === CENTRAL;) {
    const lengthAt = (offset: number) => list.getUint16(at + offset, true);
    const [nameBytes, extraBytes, commentBytes] = [lengthAt(28), lengthAt(30), lengthAt(32)];
    const nameAt = list.byteOffset + at + CENTRAL_BYTES;
    if (new TextDecoder().decode(new Uint8Array(list.buffer, nameAt, nameBytes)) === name) {
      const large = largeNumbers(new DataView(list.buffer, nameAt + nameBytes, extraBytes));
      const sizeAt = (offset: number) => {
        const size = list.getUint32(at + offset, true);
        return size === TOO_LARGE ? Number(large.shift()) : size;
      };
      sizeAt(24);
      const bytes = sizeAt(20);
      return readData(archive, sizeAt(42), bytes, lengthAt(10));
    }
    at += CENTRAL_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return undefined;
}

async function readData(archive: Blob, offset: number, bytes: number, method: number): Promise<string> {
  const head = await view(archive.slice(offset, offset + LOCAL_BYTES));
  const start = offset + LOCAL_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
  const data = archive.slice(start, start + bytes);
  if (method === STORED) return data.text();
  return new Response(data.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
