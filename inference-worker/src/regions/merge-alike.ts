import type { RegionMap } from '@clearcut/scene/regions';
import type { Size } from '../pixels/raster.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { difference, FEATURES } from './features.ts';

/** Regions that differ by less than this are one thing: half by their means, half by the step at their common border. */
const ALIKE = 9;

/** Regions smaller than this share of the picture are taken for details of a neighbour sooner. */
const DETAIL = 0.002;
const SOONER = 0.6;

/** Rounds after which nothing that is worth another look is left. */
const ROUNDS = 12;

/** A border of two regions: how many pixels long, and the differences across it added up. */
interface Border {
  readonly one: number;
  readonly other: number;
  readonly length: number;
  readonly step: number;
}

/** Joins neighbouring regions that are alike, the most alike first, until none are. Their numbers count from 0. */
export function mergeAlike(map: RegionMap, features: Float32Array): RegionMap {
  const count = map.labels.reduce((most, label) => Math.max(most, label), 0) + 1;
  const { sums, pixels } = totals(map, features, count);
  const sets = new DisjointSets(count);
  let borders = bordersOf(map, features, count);
  for (let round = 0; round < ROUNDS; round++) {
    const means = sums.map((sum, i) => sum / pixels[Math.floor(i / FEATURES)]!);
    const cost = ({ one, other, length, step }: Border): number => {
      const isDetail = Math.min(pixels[one]!, pixels[other]!) < DETAIL * map.labels.length;
      return (isDetail ? SOONER : 1) * (0.5 * difference(means, one, means, other) + (0.5 * step) / length);
    };
    const alike = borders
      .map((border) => ({ border, cost: cost(border) }))
      .filter(({ cost }) => cost < ALIKE)
      .sort((a, b) => a.cost - b.cost);
    if (alike.length === 0) break;
    const changed = new Set<number>();
    for (const { border } of alike) {
      const { one, other } = border;
      // A region that has just grown looks different now: it has to wait for the next round.
      if (changed.has(one) || changed.has(other)) continue;
      changed.add(one).add(other);
      const root = sets.join(one, other);
      const child = root === one ? other : one;
      pixels[root]! += pixels[child]!;
      for (let f = 0; f < FEATURES; f++) sums[root * FEATURES + f]! += sums[child * FEATURES + f]!;
    }
    borders = addedUp(borders, sets, count);
  }
  return numbered(map, (pixel) => sets.find(map.labels[pixel]!));
}

/** The regions that `regionOf` names for each pixel, numbered from 0 in the order in which they come. */
export function numbered({ width, height }: Size, regionOf: (pixel: number) => number): RegionMap {
  const numbers = new Map<number, number>();
  const result = new Uint16Array(width * height);
  let [region, number]: [number?, number?] = [];
  for (let i = 0; i < result.length; i++) {
    const here = regionOf(i);
    // Seldom: most pixels are of the region of the one before.
    if (here !== region) {
      region = here;
      number = numbers.get(region) ?? numbers.size;
      numbers.set(region, number);
    }
    result[i] = number!;
  }
  return { labels: result, width, height };
}

function totals(
  { labels }: RegionMap,
  features: Float32Array,
  count: number,
): { sums: Float64Array; pixels: Float64Array } {
  const sums = new Float64Array(count * FEATURES);
  const pixels = new Float64Array(count);
  for (let i = 0; i < labels.length; i++) {
    pixels[labels[i]!]!++;
    for (let f = 0; f < FEATURES; f++) sums[labels[i]! * FEATURES + f]! += features[i * FEATURES + f]!;
  }
  return { sums, pixels };
}

function bordersOf({ labels, width, height }: RegionMap, features: Float32Array, count: number): Border[] {
  const borders = new Map<number, { one: number; other: number; length: number; step: number }>();
  const look = (i: number, j: number): void => {
    const one = Math.min(labels[i]!, labels[j]!);
    const other = Math.max(labels[i]!, labels[j]!);
    if (one === other) return;
    const key = one * count + other;
    let border = borders.get(key);
    if (border === undefined) borders.set(key, (border = { one, other, length: 0, step: 0 }));
    border.length++;
    border.step += difference(features, i, features, j);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      // Two pixels on: smoothing has spread the step over its neighbours.
      if (x + 2 < width) look(i, i + 2);
      if (y + 2 < height) look(i, i + 2 * width);
    }
  }
  return [...borders.values()];
}

/** The borders between what the regions have become. */
function addedUp(borders: readonly Border[], sets: DisjointSets, count: number): Border[] {
  const result = new Map<number, Border>();
  for (const { one, other, length, step } of borders) {
    const a = Math.min(sets.find(one), sets.find(other));
    const b = Math.max(sets.find(one), sets.find(other));
    if (a === b) continue;
    const sum = result.get(a * count + b);
    const added = { one: a, other: b, length: length + (sum?.length ?? 0), step: step + (sum?.step ?? 0) };
    result.set(a * count + b, added);
  }
  return [...result.values()];
}
