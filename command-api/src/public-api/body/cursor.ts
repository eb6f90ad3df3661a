export class Cursor {
  readonly #chunks: AsyncIterator<Uint8Array>;
  chunk: Buffer = Buffer.alloc(0);
  at = 0;

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  get hasByte(): boolean {
    return this.at < this.chunk.length;
  }

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

  /** Requires `hasByte`. */
  next(): number {
    const byte = this.chunk[this.at] ?? 0;
    this.at += 1;
    return byte;
  }

  take(end = this.chunk.length): Buffer {
    const taken = this.chunk.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** Stops reading; the rest of the body is drained. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
