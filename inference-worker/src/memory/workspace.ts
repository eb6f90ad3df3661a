/** Larger arrays are those of large pictures, of which one is worked on at a time: kept, they would only be missing elsewhere. */
const KEPT_LARGEST = 8 << 20;

/** Of all that a thread keeps: with half as much again a picture of two megapixels takes as long, for 15 MB more in each thread. */
const KEPT_TOGETHER = 16 << 20;

/** Buffers that no workspace has, in the order in which they came back. */
const free: ArrayBuffer[] = [];
let kept = 0;

/** What an array holds at first: whatever was left there, or 0 everywhere. */
type Content = 'anything' | 'noughts';

/**
 * Arrays as large as a picture that a calculation needs on its way. At the end of the scope (`using`) their memory goes to the next
 * calculation of this thread. Left to the collector, each picture has it anew from the system, page by page, and sums of such arrays are what
 * makes the collector run: together a sixth of what a picture costs.
 *
 * A function that returns an array has it of the workspace of its caller, who knows how long it is needed; to another thread such an array
 * goes with more memory than its own.
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

  /** Takes an array that a library made for one of its own: no caller may read it after the scope. */
  adopt<Values extends ArrayBufferView>(values: Values): Values {
    this.defer(() => giveBack(values));
    return values;
  }

  /** Does something at the end of the scope. */
  defer(atEnd: () => void): void {
    this.#atEnd.push(atEnd);
  }

  [Symbol.dispose](): void {
    for (const buffer of this.#lent.splice(0)) takeBack(buffer);
    for (const atEnd of this.#atEnd.splice(0)) atEnd();
  }

  #lend(bytes: number, content: Content): ArrayBuffer {
    const capacity = capacityFor(bytes);
    // A large picture needs all the room that there is.
    if (capacity > KEPT_LARGEST) keepAtMost(0);
    const found = free.findLastIndex(({ byteLength }) => byteLength === capacity);
    const buffer = found < 0 ? new ArrayBuffer(capacity) : free.splice(found, 1)[0]!;
    if (found >= 0) {
      kept -= capacity;
      // The system gives noughts, and no page of them before it is written to: half of a large cut-out may be transparent.
      if (content === 'noughts') new Uint8Array(buffer, 0, bytes).fill(0);
    }
    this.#lent.push(buffer);
    return buffer;
  }
}

/** In steps of a quarter of a power of two, so that pictures of about one size have the same. */
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

/** Those that came back last. */
function keepAtMost(bytes: number): void {
  while (kept > bytes) {
    const oldest = free.shift()!;
    kept -= oldest.byteLength;
    giveToSystem(oldest);
  }
}

/** Gives the system the memory of an array that no calculation reads any more. A view of some other memory is not ours to give. */
export function giveBack({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) giveToSystem(buffer);
}

/** At once: the collector would come for it much later. */
const giveToSystem = (buffer: ArrayBuffer): unknown => buffer.transfer(0);
