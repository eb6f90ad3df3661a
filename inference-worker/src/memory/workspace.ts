/** Larger arrays belong to large pictures, which run alone. */
const MAX_KEPT_BUFFER = 8 << 20;

/** Limit per thread; more makes no picture faster. */
const MAX_KEPT_TOTAL = 16 << 20;

const free: ArrayBuffer[] = [];
let kept = 0;

type Content = 'anything' | 'zeros';

/**
 * Pools picture-sized arrays: fresh pages and garbage collection would cost a sixth of a picture. Functions that return
 * an array take it from the caller's workspace, which owns its lifetime. Transferring one moves its whole pooled
 * buffer.
 */
export class Workspace implements Disposable {
  readonly #lent: ArrayBuffer[] = [];
  readonly #atEnd: (() => void)[] = [];

  bytes(length: number, content: Content = 'anything'): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#lend(length, content), 0, length);
  }

  shorts(length: number, content: Content = 'anything'): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.#lend(2 * length, content), 0, length);
  }

  ints(length: number, content: Content = 'anything'): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#lend(4 * length, content), 0, length);
  }

  floats(length: number, content: Content = 'anything'): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#lend(4 * length, content), 0, length);
  }

  doubles(length: number, content: Content = 'anything'): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#lend(8 * length, content), 0, length);
  }

  /** No caller may read the array after the scope. */
  adopt<Values extends ArrayBufferView>(values: Values): Values {
    this.defer(() => release(values));
    return values;
  }

  defer(atEnd: () => void): void {
    this.#atEnd.push(atEnd);
  }

  [Symbol.dispose](): void {
    for (const buffer of this.#lent.splice(0)) takeBack(buffer);
    for (const atEnd of this.#atEnd.splice(0)) atEnd();
  }

  #lend(bytes: number, content: Content): ArrayBuffer {
    const capacity = capacityFor(bytes);
    if (capacity > MAX_KEPT_BUFFER) keepAtMost(0);
    const found = free.findLastIndex(({ byteLength }) => byteLength === capacity);
    const buffer = found < 0 ? new ArrayBuffer(capacity) : free.splice(found, 1)[0]!;
    if (found >= 0) {
      kept -= capacity;
      // The system provides zeros, and no page before it is written.
      if (content === 'zeros') new Uint8Array(buffer, 0, bytes).fill(0);
    }
    this.#lent.push(buffer);
    return buffer;
  }
}

/** Quarters of a power of two, so that similar pictures share buffers. */
function capacityFor(bytes: number): number {
  const step = 2 ** Math.max(10, Math.floor(Math.log2(Math.max(1, bytes))) - 2);
  return Math.ceil(bytes / step) * step;
}

function takeBack(buffer: ArrayBuffer): void {
  if (buffer.byteLength > MAX_KEPT_BUFFER) {
    giveToSystem(buffer);
    return;
  }
  free.push(buffer);
  kept += buffer.byteLength;
  keepAtMost(MAX_KEPT_TOTAL);
}

function keepAtMost(bytes: number): void {
  while (kept > bytes) {
    const oldest = free.shift()!;
    kept -= oldest.byteLength;
    giveToSystem(oldest);
  }
}

/** Ignores a view of other memory. */
export function release({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) giveToSystem(buffer);
}

/** The collector would be much later. */
export const giveToSystem = (buffer: ArrayBuffer): unknown => buffer.transfer(0);
