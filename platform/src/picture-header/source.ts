export class DamagedPictureError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DamagedPictureError';
  }
}

export interface PictureSource {
  readonly size: number;
  /** At most 64 KiB, valid until the next call. @throws DamagedPictureError */
  bytes(position: number, length: number): Promise<Buffer>;
  /** At least one byte, likewise. @throws DamagedPictureError */
  some(position: number): Promise<Buffer>;
}

export function inMemory(file: Uint8Array): PictureSource {
  const all = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const from = (position: number, length: number): Buffer => {
    const missing = position + length - all.length;
    if (missing > 0) throw new DamagedPictureError(`${missing} bytes are missing`);
    return all.subarray(position, position + length);
  };
  return {
    size: all.length,
    bytes: async (position, length) => from(position, length),
    some: async (position) => from(position, Math.max(1, all.length - position)),
  };
}
