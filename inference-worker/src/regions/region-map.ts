import type { RegionMap } from '@clearcut/scene/regions';
import type { Raster } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { featuresOf } from './features.ts';
import { mergeAlike, numbered } from './merge-alike.ts';
import { neighboursOf, type Neighbours } from './neighbours.ts';

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
 * @param space whose memory the result has
 */
export function mapRegions(preview: Raster, alpha: Float32Array, space: Workspace): RegionMap {
  const { width, height } = preview;
  using own = new Workspace();
  const features = featuresOf(preview, alpha, own);
  const neighbours = neighboursOf(features, preview, own);
  const sets = new DisjointSets(width * height, own);
  const growing = { neighbours, width, sets, within: own.floats(width * height, 'noughts') };
  const pairs = neighbours.order.length;
  let apart = 0;
  for (let first = 0; first < pairs; first += AT_ONCE) {
    apart = joinAlike(first, Math.min(pairs, first + AT_ONCE), growing, apart);
  }
  joinSmall(apart, growing);
  return mergeAlike(numbered(preview, sets, own), features, space);
}

/** Pairs that one call looks at. */
const AT_ONCE = 4096;

/** Pixels on their way to regions. */
interface Growing {
  readonly neighbours: Neighbours;
  readonly width: number;
  readonly sets: DisjointSets;
  /** The largest difference inside each region, by the pixel that stands for it. */
  readonly within: Float32Array;
}

/**
 * Joins the regions of the pairs at `from` to `to` in their order, where they are no more unlike than each is in itself. Pairs that are left
 * apart take the first places of the order, of which `apart` are taken: a list of their own would be megabytes of numbers to collect.
 * @returns how many places are taken now.
 */
function joinAlike(from: number, to: number, { neighbours, width, sets, within }: Growing, apart: number): number {
  const { order, difference } = neighbours;
  for (let i = from; i < to; i++) {
    const pair = order[i]!;
    const one = sets.find(pair >> 1);
    const other = sets.find((pair >> 1) + ((pair & 1) === 0 ? 1 : width));
    if (one === other) continue;
    const isAlike =
      difference[pair]! <= within[one]! + COHESION / sets.sizeOf(one) &&
      difference[pair]! <= within[other]! + COHESION / sets.sizeOf(other);
    if (isAlike) within[sets.join(one, other)] = difference[pair]!;
    else order[apart++] = pair;
  }
  return apart;
}

/** Of the pairs that were left apart, those with a region that is too small to stand by itself. */
function joinSmall(apart: number, { neighbours, width, sets }: Growing): void {
  for (let i = 0; i < apart; i++) {
    const pair = neighbours.order[i]!;
    const one = sets.find(pair >> 1);
    const other = sets.find((pair >> 1) + ((pair & 1) === 0 ? 1 : width));
    if (one !== other && Math.min(sets.sizeOf(one), sets.sizeOf(other)) < SMALLEST) sets.join(one, other);
  }
}
