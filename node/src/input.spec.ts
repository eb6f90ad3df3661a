import { expect, test } from 'vitest';
import { ownInput } from './input.ts';

test('regression: removeBackground copied its input, and the session copied the copy', () => {
  for (const input of [
    new Uint8Array([1]),
    new Uint8Array([1]).buffer,
    { data: new Uint8Array(3), width: 1, height: 1, channels: 3 } as const,
  ]) {
    const own = ownInput(input);
    expect(own).not.toBe(input);
    expect(own).toEqual(input);
    expect(ownInput(own)).toBe(own);
  }
});
