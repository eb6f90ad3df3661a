import type { RegionMap } from '@clearcut/scene/regions';
import type { Raster } from '../pixels/raster.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { featuresOf } from './features.ts';
import { mergeAlike, numbered } from './merge-alike.ts';
import { neighboursOf } from './neighbours.ts';

/** How regions are found, as events name it. A change of a label is another version. */
export const SEGMENTATION = { method: 'graph', version: 1 } as const;

/** How willingly pixels come together: a region takes in a neighbour that differs by this, divided by its size, more than its own do. */
const COHESION = 60;

/** Pixels that a region has at least before regions are compared. */
const SMALLEST = 30;

/**
 * Which pixels belong together, by colour and by the matte: P. Felzenszwalb, D. Huttenlocher, "Efficient Graph-Based Image
 * Segmentation", IJCV 2004, in CIELAB, which follows edges well and cuts even things to pieces; then those that are alike merge.
 * @param preview RGB
 * @param alpha the matte at the preview's size, 0..1
 */
export function mapRegions(preview: Raster, alpha: Float32Array): RegionMap {
  const { width, height } = preview;
  const features = featuresOf(preview, alpha);
  const { order, difference } = neighboursOf(features, preview);
  const sets = new DisjointSets(width * height);
  const within = new Float32Array(width * height);
  /** Pairs that were left apart: few, so the second time goes over few. */
  const apart: number[] = [];
  const setsOf = (pair: number): readonly [number, number] => {
    const pixel = pair >> 1;
    return [sets.find(pixel), sets.find(pixel + ((pair & 1) === 0 ? 1 : width))];
  };
  for (let i = 0; i < order.length; i++) {
    const pair = order[i]!;
    const [one, other] = setsOf(pair);
    if (one === other) continue;
    const bound = Math.min(within[one]! + COHESION / sets.sizeOf(one), within[other]! + COHESION / sets.sizeOf(other));
    if (difference[pair]! <= bound) within[sets.join(one, other)] = difference[pair]!;
    else apart.push(pair);
  }
  for (const pair of apart) {
    const [one, other] = setsOf(pair);
    if (one !== other && Math.min(sets.sizeOf(one), sets.sizeOf(other)) < SMALLEST) sets.join(one, other);
  }
  return mergeAlike(
    numbered(preview, (pixel) => sets.find(pixel)),
    features,
  );
}
