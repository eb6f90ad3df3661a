/** Missing in Node 20. */
interface Settled {
  promise: Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

if (!('withResolvers' in Promise)) {
  Object.defineProperty(Promise, 'withResolvers', {
    value: (): Settled => {
      const made = {} as Settled;
      made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
      return made;
    },
  });
}

if (!('transfer' in ArrayBuffer.prototype)) {
  // oxlint-disable-next-line no-extend-native -- it is there from Node 21 on
  Object.defineProperty(ArrayBuffer.prototype, 'transfer', {
    /** Only ever called with 0, to free memory. */
    value(this: ArrayBuffer): ArrayBuffer {
      structuredClone(this, { transfer: [this] });
      return new ArrayBuffer(0);
    },
  });
}
