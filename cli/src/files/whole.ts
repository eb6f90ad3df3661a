type Kind = 'png' | 'jpg' | 'webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Identify the kind. */
export const SIGNATURE_BYTES = 12;

export function kindOf(bytes: Buffer): Kind | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xff_d8_ff) return 'jpg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

const WHOLE: Readonly<Record<Kind, (bytes: Buffer) => boolean>> = {
  png: (bytes) => {
    for (let at = PNG.length; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
      if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    }
    return false;
  },
  // A thumbnail's end marker stands before the first scan.
  jpg: (bytes) => {
    let at = 2;
    while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
      at += bytes[at + 1] === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
    }
    return bytes.includes(Buffer.from([0xff, 0xd9]), at);
  },
  webp: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
};

/** False while a file is being copied. */
export function isWhole(bytes: Buffer): boolean {
  const kind = kindOf(bytes);
  return kind !== undefined && bytes.length >= SIGNATURE_BYTES && WHOLE[kind](bytes);
}
