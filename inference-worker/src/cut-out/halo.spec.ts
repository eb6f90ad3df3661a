import { expect, test } from 'vitest';
import type { Raster } from '../pixels/raster.ts';
import { boxMean } from '../planes/box-filter.ts';
import { toBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { cutOut } from './cut-out.ts';
import { draw, drawings, type Scene } from '../testing/scenes.ts';

const BLACK = [0, 0, 0] as const;
const WHITE = [255, 255, 255] as const;

/** Mean difference from the true subject on a page, within three pixels of an edge, in 8-bit levels. */
function halo(result: Raster, { alpha, subject }: Scene, page: readonly number[]): number {
  const near = new Float32Array(alpha.length);
  boxMean(alpha, near, result.width, result.height, 3);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < alpha.length; i++) {
    if (near[i]! < 0.01 || near[i]! > 0.99) continue;
    const opaque = result.data[i * 4 + 3]! / 255;
    for (let c = 0; c < 3; c++) {
      const shown = opaque * result.data[i * 4 + c]! + (1 - opaque) * page[c]!;
      const truth = alpha[i]! * subject[i * 3 + c]! + (1 - alpha[i]!) * page[c]!;
      sum += Math.abs(shown - truth);
      count++;
    }
  }
  return sum / count;
}

function complement({ image, alpha }: Scene): number[] {
  return [0, 1, 2].map((c) => {
    let sum = 0;
    let weight = 0;
    for (let i = 0; i < alpha.length; i++) {
      sum += (1 - alpha[i]!) * image.data[i * 3 + c]!;
      weight += 1 - alpha[i]!;
    }
    return 255 - sum / weight;
  });
}

const withOldColours = ({ image, alpha }: Scene): Raster => ({
  ...image,
  channels: 4,
  data: Uint8Array.from({ length: alpha.length * 4 }, (_, i) =>
    i % 4 === 3 ? Math.round(alpha[i >> 2]! * 255) : image.data[(i >> 2) * 3 + (i % 4)]!,
  ),
});

const SMALL = { width: 400, height: 300 };
const LARGE = { width: 1200, height: 900 };

// With the old colours kept: 11 for hair, 4 for spokes, 14 out of focus. 5 levels are invisible.
test.for([
  { name: 'hair', size: SMALL, atMost: 2 },
  { name: 'hair', size: LARGE, atMost: 2.5 },
  { name: 'wheel', size: SMALL, atMost: 1 },
  { name: 'ring', size: SMALL, atMost: 1 },
  { name: 'soft', size: SMALL, atMost: 5 },
] as const)('$name at $size.width pixels has no halo on black, white and the opposite colour', async (scene) => {
  const drawn = draw(drawings[scene.name], scene.size);
  const result = await cutOut(drawn.image, toBytes(drawn.alpha), new Workspace());
  for (const page of [BLACK, WHITE, complement(drawn)]) {
    expect(halo(result, drawn, page)).toBeLessThan(scene.atMost);
    expect(halo(withOldColours(drawn), drawn, page)).toBeGreaterThan(3 * halo(result, drawn, page));
  }
});
