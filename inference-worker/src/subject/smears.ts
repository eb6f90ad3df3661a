import { forEachRegion } from '../planes/regions.ts';
import { Workspace } from '../memory/workspace.ts';
import type { CoarseMatte } from './look.ts';

const TRACE = 0.1;
const SOLID = 0.5;
/** Share of the subject's mass. */
const SMALL = 0.06;
/** Mean alpha of solid pixels. */
const SURE = 0.85;

interface Weight {
  readonly mass: number;
  readonly isSure: boolean;
}

/** Removes small unsure parts apart from the subject: shadows, things on a wall. */
export function withoutSmears<Matte extends CoarseMatte>(matte: Matte): Matte {
  using space = new Workspace();
  const { alpha } = matte;
  const shown = space.bytes(alpha.length);
  for (let i = 0; i < alpha.length; i++) shown[i] = alpha[i]! > TRACE ? 1 : 0;
  let most = 0;
  const unsure: { readonly pixels: Int32Array; readonly mass: number }[] = [];
  forEachRegion(shown, alpha, matte, ({ pixels }) => {
    const { mass, isSure } = weigh(pixels, alpha);
    most = Math.max(most, mass);
    if (!isSure) unsure.push({ pixels: pixels.slice(), mass });
  });
  const smears = unsure.filter(({ mass }) => mass < SMALL * most);
  if (smears.length === 0) return matte;
  const cleaned = alpha.slice();
  for (const { pixels } of smears) for (const i of pixels) cleaned[i] = 0;
  return { ...matte, alpha: cleaned };
}

function weigh(pixels: Int32Array, alpha: Float32Array): Weight {
  let [mass, solid, count] = [0, 0, 0];
  for (const i of pixels) {
    const value = alpha[i]!;
    mass += value;
    if (value <= SOLID) continue;
    solid += value;
    count += 1;
  }
  return { mass, isSure: count > 0 && solid >= SURE * count };
}
