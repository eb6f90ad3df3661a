import type { RegionMap } from '@clearcut/scene/regions';
import type { Raster } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { featuresOf } from './features.ts';
import { mergeAlike, numbered } from './merge-alike.ts';
import { neighboursOf, type Neighbours } from './neighbours.ts';

/** Any change of a label is a new version. */
export const SEGMENTATION = { method: 'graph', version: 1 } as const;

/**
 * A region takes in a neighbour that differs by less than its largest inner difference plus this divided by its size.
 */
const COHESION = 60;

const MIN_REGION = 30;

/**
 * P. Felzenszwalb, D. Huttenlocher, "Efficient Graph-Based Image Segmentation", IJCV 2004, in CIELAB; then similar
 * regions merge.
 * @param preview RGB
 * @param alpha at the preview's size, 0..1
 */
export function mapRegions(preview: Raster, alpha: Float32Array, space: Workspace): RegionMap {
  const { width, height } = preview;
  using own = new Workspace();
  const features = featuresOf(preview, alpha, own);
  const neighbours = neighboursOf(features, preview, own);
  const sets = new DisjointSets(width * height, own);
  const limits = own.doubles(width * height).fill(COHESION);
  const growing = { neighbours, width, sets, limits };
  const pairs = neighbours.order.length;
  let apart = 0;
  for (let first = 0; first < pairs; first += BATCH_SIZE) {
    apart = joinAlike(first, Math.min(pairs, first + BATCH_SIZE), growing, apart);
  }
  joinSmall(apart, growing);
  return mergeAlike(numbered(preview, sets, own), features, space);
}

const BATCH_SIZE = 4096;

interface Growing {
  readonly neighbours: Neighbours;
  readonly width: number;
  readonly sets: DisjointSets;
  /** The difference up to which each region takes in a neighbour. */
  readonly limits: Float64Array;
}

/**
 * Joins pairs that differ no more than each region does inside. Keeps the others at the start of the order, where
 * `apart` are already.
 * @returns how many are kept
 */
function joinAlike(from: number, to: number, { neighbours, width, sets, limits }: Growing, apart: number): number {
  const { order, difference } = neighbours;
  for (let i = from; i < to; i++) {
    const pair = order[i]!;
    const one = sets.find(pair >> 1);
    const other = sets.find((pair >> 1) + ((pair & 1) === 0 ? 1 : width));
    if (one === other) continue;
    const apartBy = difference[i]!;
    if (apartBy <= limits[one]! && apartBy <= limits[other]!) {
      const root = sets.join(one, other);
      limits[root] = apartBy + COHESION / sets.sizeOf(root);
    } else order[apart++] = pair;
  }
  return apart;
}

/** Where a region is too small to stand alone. */
function joinSmall(apart: number, { neighbours, width, sets }: Growing): void {
  for (let i = 0; i < apart; i++) {
    const pair = neighbours.order[i]!;
    const one = sets.find(pair >> 1);
    const other = sets.find((pair >> 1) + ((pair & 1) === 0 ? 1 : width));
    if (one !== other && Math.min(sets.sizeOf(one), sets.sizeOf(other)) < MIN_REGION) sets.join(one, other);
  }
}
