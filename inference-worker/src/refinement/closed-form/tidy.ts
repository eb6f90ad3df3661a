import type { Size } from '../../pixels/raster.ts';
import { Workspace } from '../../memory/workspace.ts';
import { forEachRegion } from '../../planes/regions.ts';

const SOLID = 0.5;
/** Tolerance at 0 and 1. */
const TRACE = 0.02;
/** Share of the picture; larger dips may be meant: a glass, a veil. */
const PINHOLE = 5e-4;

/** Removes veils that touch no solid subject and fills small dips wholly inside one. Changes `alpha` in place. */
export function tidy(alpha: Float32Array, size: Size): void {
  using space = new Workspace();
  const veiled = space.bytes(alpha.length);
  for (let i = 0; i < alpha.length; i++) veiled[i] = alpha[i]! > TRACE ? 1 : 0;
  forEachRegion(veiled, alpha, size, ({ pixels, most }) => {
    if (most < SOLID) for (const i of pixels) alpha[i] = 0;
  });
  const dipped = space.bytes(alpha.length);
  for (let i = 0; i < alpha.length; i++) dipped[i] = alpha[i]! < 1 - TRACE ? 1 : 0;
  forEachRegion(dipped, alpha, size, ({ pixels, least }) => {
    const isShallow = pixels.length <= PINHOLE * alpha.length && least >= SOLID;
    if (isShallow && pixels.every((i) => !touchesBorder(i, size))) for (const i of pixels) alpha[i] = 1;
  });
}

function touchesBorder(pixel: number, { width, height }: Size): boolean {
  const y = Math.floor(pixel / width);
  const x = pixel - y * width;
  return x === 0 || y === 0 || x === width - 1 || y === height - 1;
}
