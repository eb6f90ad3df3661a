import type { FileHandle } from 'node:fs/promises';
import { DamagedPictureError, type PictureSource } from '@clearcut/platform/picture-header/source';

const WINDOW_BYTES = 64 * 1024;

/** Random access through one buffer of 64 KiB, so that memory does not grow with the file. */
export class FileWindow implements PictureSource {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #buffer = Buffer.alloc(WINDOW_BYTES);
  #start = 0;
  #length = 0;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    if (position + length > this.size)
      throw new DamagedPictureError(`${position + length - this.size} bytes are missing`);
    await this.#cover(position, length);
    const offset = position - this.#start;
    return this.#buffer.subarray(offset, offset + length);
  }

  /** At least one byte, as many as buffered; valid until the next call. @throws DamagedPictureError */
  async some(position: number): Promise<Buffer> {
    if (position >= this.size) throw new DamagedPictureError('The file ends too early');
    await this.#cover(position, 1);
    return this.#buffer.subarray(position - this.#start, this.#length);
  }

  async #cover(position: number, length: number): Promise<void> {
    if (position >= this.#start && position + length <= this.#start + this.#length) return;
    this.#start = position;
    this.#length = 0;
    const wanted = Math.min(WINDOW_BYTES, this.size - position);
    while (this.#length < wanted) {
      const { bytesRead } = await this.#handle.read(
        this.#buffer,
        this.#length,
        wanted - this.#length,
        position + this.#length,
      );
      if (bytesRead === 0) throw new DamagedPictureError('The file became shorter while it was read');
      this.#length += bytesRead;
    }
  }
}
