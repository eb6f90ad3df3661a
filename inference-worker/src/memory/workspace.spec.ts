import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Workspace } from './workspace.ts';

const MEGABYTE = 1 << 20;

test('the next scope reuses a scope’s memory, with its content unless zeros are wanted', () => {
  let before: ArrayBufferLike;
  {
    using space = new Workspace();
    before = space.floats(300_000).fill(7).buffer;
  }
  {
    using space = new Workspace();
    const again = space.floats(290_000);
    expect(again.buffer).toBe(before);
    expect(again).toHaveLength(290_000);
    expect(again[5]).toBe(7);
  }
  using space = new Workspace();
  const zeros = space.floats(290_000, 'zeros');
  expect(zeros.buffer).toBe(before);
  expect(zeros.every((value) => value === 0)).toBe(true);
});

test('no two arrays in use share memory, whatever came before', () => {
  const kinds = ['bytes', 'shorts', 'ints', 'floats', 'doubles'] as const;
  const wanted = fc.array(fc.record({ kind: fc.constantFrom(...kinds), length: fc.integer({ min: 0, max: 40_000 }) }));
  fc.assert(
    fc.property(fc.array(wanted, { maxLength: 6 }), (scopes) => {
      for (const scope of scopes) {
        using outer = new Workspace();
        const held = outer.bytes(1000);
        using space = new Workspace();
        const arrays = [held, ...scope.map(({ kind, length }) => space[kind](length))];
        scope.forEach(({ length }, n) => expect(arrays[n + 1]).toHaveLength(length));
        expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBe(arrays.length);
      }
    }),
  );
});

test("returns memory of large pictures to the system, and whatever exceeds a thread's limit", () => {
  const large: ArrayBuffer[] = [];
  const small: ArrayBuffer[] = [];
  {
    using space = new Workspace();
    large.push(space.bytes(9 * MEGABYTE).buffer);
    for (let n = 0; n < 40; n++) small.push(space.bytes(MEGABYTE).buffer);
  }
  expect(large.every(({ detached }) => detached)).toBe(true);
  const kept = small.filter(({ detached }) => !detached).length;
  expect(kept).toBeGreaterThan(8);
  expect(kept).toBeLessThan(40);
  expect(small.findIndex(({ detached }) => !detached)).toBe(small.length - kept);
  using space = new Workspace();
  space.bytes(9 * MEGABYTE);
  expect(small.every(({ detached }) => detached)).toBe(true);
});

test('frees adopted memory after the scope; keeps a view of shared memory', () => {
  const own = new Float32Array(1000);
  const view = new Uint8Array(new ArrayBuffer(1000), 10, 500);
  const shared = new Uint8Array(new SharedArrayBuffer(100));
  {
    using space = new Workspace();
    expect(space.adopt(own)).toBe(own);
    space.adopt(view);
    space.adopt(shared);
    expect(own).toHaveLength(1000);
  }
  expect(own).toHaveLength(0);
  expect(view).toHaveLength(500);
  expect(shared).toHaveLength(100);
});
