const SIGNATURE_AND_HEADER = 33;
const CHUNK_BYTES = 21;
const METRES_PER_INCH = 0.0254;

/**
 * As in the library's PNG: sharp leaves it out of a JPG, and writes 25 dots per inch into a PNG without one.
 * @param png of the library, which has `pHYs` after its header
 */
export function withDensityOf(png: Uint8Array, made: Buffer, format: 'png' | 'jpg'): Buffer {
  const from = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const isKnown = from.toString('latin1', SIGNATURE_AND_HEADER + 4, SIGNATURE_AND_HEADER + 8) === 'pHYs';
  const chunk = from.subarray(SIGNATURE_AND_HEADER, SIGNATURE_AND_HEADER + (isKnown ? CHUNK_BYTES : 0));
  if (format === 'png') return withChunk(made, chunk);
  return isKnown ? withJfif(made, chunk.readUInt32BE(8), chunk.readUInt32BE(12)) : made;
}

function withChunk(png: Buffer, chunk: Buffer): Buffer {
  const parts = [png.subarray(0, SIGNATURE_AND_HEADER), chunk];
  for (let at = SIGNATURE_AND_HEADER; at < png.length;) {
    const end = at + 12 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) !== 'pHYs') parts.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** ITU-T T.871, 10.1. @param x per metre */
function withJfif(jpg: Buffer, x: number, y: number): Buffer {
  const [across, down] = [x, y].map((density) => Math.round(density * METRES_PER_INCH));
  if (!across || !down || across > 65_535 || down > 65_535) return jpg;
  const jfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x02\x01....\0\0', 'latin1');
  jfif.writeUInt16BE(across, 12);
  jfif.writeUInt16BE(down, 14);
  return Buffer.concat([jpg.subarray(0, 2), jfif, jpg.subarray(2)]);
}
