/** Larger arrays belong to large pictures, one of which runs at a time; kept, they would waste memory. */
const KEPT_LARGEST = 8 << 20;

/**
 * All that a thread keeps: half as much again makes a picture of two megapixels no faster, for 15 MB more per thread.
 */
const KEPT_TOGETHER = 16 << 20;

const free: ArrayBuffer[] = [];
let kept = 0;

type Content = 'anything' | 'noughts';

/**
 * Arrays as large as a picture, for intermediate results. At the end of the scope (`using`) their memory goes to this
 * thread's next calculation. Otherwise the system provides each page again, and the total triggers garbage collection:
 * together a sixth of a picture's cost.
 *
 * A function that returns an array takes it from its caller's workspace, since the caller knows its lifetime. Sending
 * such an array to another thread sends more memory than the array's own.
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

  /** Adopts an array made by a library: no caller may read it after the scope. */
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
    if (capacity > KEPT_LARGEST) keepAtMost(0);
    const found = free.findLastIndex(({ byteLength }) => byteLength === capacity);
    const buffer = found < 0 ? new ArrayBuffer(capacity) : free.splice(found, 1)[0]!;
    if (found >= 0) {
      kept -= capacity;
      // The system provides zeros, and no page before it is written: half of a large cut-out may be transparent.
      if (content === 'noughts') new Uint8Array(buffer, 0, bytes).fill(0);
    }
    this.#lent.push(buffer);
    return buffer;
  }
}

/** Rounds up by quarters of a power of two, so that pictures of similar size share buffers. */
function capacityFor(bytes: number): number {
  const step = 2 ** Math.max(10, Math.floor(Math.log2(Math.max(1, bytes))) - 2);
  return Math.ceil(bytes / step) * step;
}

function takeBack(buffer: ArrayBuffer): void {
  if (buffer.byteLength > KEPT_LARGEST) {
    giveToSystem(buffer);
    return;
  }
  free.push(buffer);
  kept += buffer.byteLength;
  keepAtMost(KEPT_TOGETHER);
}

function keepAtMost(bytes: number): void {
  while (kept > bytes) {
    const oldest = free.shift()!;
    kept -= oldest.byteLength;
    giveToSystem(oldest);
  }
}

/** Returns an unused array's memory to the system. Ignores a view of other memory. */
export function release({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) giveToSystem(buffer);
}

/** At once: the collector would be much later. */
const giveToSystem = (buffer: ArrayBuffer): unknown => buffer.transfer(0);
