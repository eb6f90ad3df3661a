/** Reads a body byte by byte, or as far as the chunk at hand goes. */
export class Cursor {
  readonly #chunks: AsyncIterator<Uint8Array>;
  chunk: Buffer = Buffer.alloc(0);
  /** Of the next byte in `chunk`. */
  at = 0;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  get hasByte(): boolean {
    return this.at < this.chunk.length;
  }

  /** Goes on to the next chunk; false at the end of the body. */
  async load(): Promise<boolean> {
    while (!this.hasByte) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      const { buffer, byteOffset, byteLength } = next.value;
      this.chunk = Buffer.from(buffer, byteOffset, byteLength);
      this.at = 0;
    }
    return true;
  }

  /** Takes what is left of the chunk, up to `end`. */
  take(end = this.chunk.length): Buffer {
    const taken = this.chunk.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** Reads no further: what is left of the body is drained. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
