/** Node's types leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export interface WithMemory {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void };
}

const PAGE = 1 << 16;

export const instantiate = (module: Uint8Array): WithMemory =>
  new WebAssembly.Instance(new WebAssembly.Module(module)).exports as WithMemory;

/** Earlier views become empty. */
export function memoryOf({ memory }: WithMemory, bytes: number): Uint8Array<ArrayBuffer> {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return new Uint8Array(memory.buffer);
}
