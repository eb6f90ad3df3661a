import type { Workspace } from '../memory/workspace.ts';

/** The nearest value of 0..1. Not by `Math`: until a loop is compiled for good, each call of it makes a number on the heap. */
export const unit = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** Values of 0..1 to 8 bits; others are clamped. */
export function toBytes(plane: Float32Array): Uint8Array {
  const bytes = new Uint8Array(plane.length);
  for (let i = 0; i < plane.length; i++) bytes[i] = Math.round(unit(plane[i]!) * 255);
  return bytes;
}

/** @param space whose memory the plane has; its own where it is left out. */
export function fromBytes(bytes: Uint8Array, space?: Workspace): Float32Array {
  const plane = space?.floats(bytes.length) ?? new Float32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) plane[i] = bytes[i]! / 255;
  return plane;
}

export function largest(plane: Float32Array): number {
  let max = 0;
  for (let i = 0; i < plane.length; i++) if (plane[i]! > max) max = plane[i]!;
  return max;
}

/**
 * The contrast stretch (a - 0.1) / 0.8: models leave a faint veil over the background and are seldom sure of the subject.
 * The stretch settles both ends. It lowers the error of every matte it was measured on.
 */
export function stretch(alpha: number): number {
  return unit((alpha - 0.1) / 0.8);
}
