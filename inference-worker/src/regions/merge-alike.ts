import type { RegionMap } from '@clearcut/scene/regions';
import type { Size } from '../pixels/raster.ts';
import { Workspace } from '../memory/workspace.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { difference, FEATURES } from './features.ts';

/** Half by means, half by the step at the border. */
const ALIKE = 9;

/** Smaller shares of the picture merge more easily. */
const DETAIL = 0.002;
const DETAIL_FACTOR = 0.6;

const ROUNDS = 12;

interface Border {
  readonly one: number;
  readonly other: number;
  readonly length: number;
  readonly step: number;
}

/** Most similar first; numbers regions from 0. */
export function mergeAlike(map: RegionMap, features: Float32Array, space: Workspace): RegionMap {
  const count = map.labels.reduce((most, label) => Math.max(most, label), 0) + 1;
  const { sums, pixels } = totals(map, features, count);
  using own = new Workspace();
  const sets = new DisjointSets(count, own);
  let borders = bordersOf(map, features, count);
  for (let round = 0; round < ROUNDS; round++) {
    const alike = costsOf(borders, meansOf(sums, pixels), pixels, DETAIL * map.labels.length)
      .filter(isAlike)
      .sort(byCost);
    if (alike.length === 0) break;
    const changed = new Set<number>();
    for (const { border } of alike) {
      const { one, other } = border;
      // A grown region looks different: next round.
      if (changed.has(one) || changed.has(other)) continue;
      changed.add(one).add(other);
      const root = sets.join(one, other);
      const child = root === one ? other : one;
      pixels[root]! += pixels[child]!;
      for (let f = 0; f < FEATURES; f++) sums[root * FEATURES + f]! += sums[child * FEATURES + f]!;
    }
    borders = joinedBorders(borders, sets, count);
  }
  return numbered(map, sets, space, map.labels);
}

interface Cost {
  readonly border: Border;
  readonly cost: number;
}

const isAlike = ({ cost }: Cost): boolean => cost < ALIKE;
const byCost = (a: Cost, b: Cost): number => a.cost - b.cost;

function meansOf(sums: Float64Array, pixels: Float64Array): Float64Array {
  const means = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i++) means[i] = sums[i]! / pixels[Math.floor(i / FEATURES)]!;
  return means;
}

/** @param detail pixels below which a region is a detail */
function costsOf(borders: readonly Border[], means: Float64Array, pixels: Float64Array, detail: number): Cost[] {
  const costs: Cost[] = [];
  for (const border of borders) {
    const { one, other, length, step } = border;
    const isDetail = Math.min(pixels[one]!, pixels[other]!) < detail;
    const cost = (isDetail ? DETAIL_FACTOR : 1) * (0.5 * difference(means, one, means, other) + (0.5 * step) / length);
    costs.push({ border, cost });
  }
  return costs;
}

/**
 * From 0, by first pixel.
 * @param memberOf default: the pixel itself
 */
export function numbered(
  { width, height }: Size,
  sets: DisjointSets,
  space: Workspace,
  memberOf?: Uint16Array,
): RegionMap {
  const numbers = new Map<number, number>();
  const labels = space.shorts(width * height);
  for (let y = 0; y < height; y++) numberRow(y * width, width, sets, memberOf, numbers, labels);
  return { labels, width, height };
}

function numberRow(
  first: number,
  width: number,
  sets: DisjointSets,
  memberOf: Uint16Array | undefined,
  numbers: Map<number, number>,
  labels: Uint16Array,
): void {
  let [set, number] = [-1, 0];
  for (let i = first; i < first + width; i++) {
    const here = sets.find(memberOf === undefined ? i : memberOf[i]!);
    // Rare: most pixels continue their neighbour's region.
    if (here !== set) {
      set = here;
      number = numbers.get(set) ?? numbers.size;
      numbers.set(set, number);
    }
    labels[i] = number;
  }
}

function totals(
  { labels, width, height }: RegionMap,
  features: Float32Array,
  count: number,
): { sums: Float64Array; pixels: Float64Array } {
  const sums = new Float64Array(count * FEATURES);
  const pixels = new Float64Array(count);
  for (let y = 0; y < height; y++) addRow(y * width, width, labels, features, sums, pixels);
  return { sums, pixels };
}

function addRow(
  first: number,
  width: number,
  labels: Uint16Array,
  features: Float32Array,
  sums: Float64Array,
  pixels: Float64Array,
): void {
  for (let i = first; i < first + width; i++) {
    const label = labels[i]!;
    pixels[label]!++;
    for (let f = 0; f < FEATURES; f++) sums[label * FEATURES + f]! += features[i * FEATURES + f]!;
  }
}

type CountedBorder = { -readonly [Key in keyof Border]: Border[Key] };

function bordersOf(map: RegionMap, features: Float32Array, count: number): Border[] {
  const borders = new Map<number, CountedBorder>();
  for (let y = 0; y < map.height; y++) addBordersOfRow(y, map, features, count, borders);
  return [...borders.values()];
}

function addBordersOfRow(
  y: number,
  { labels, width, height }: RegionMap,
  features: Float32Array,
  count: number,
  borders: Map<number, CountedBorder>,
): void {
  for (let x = 0, i = y * width; x < width; x++, i++) {
    // Two pixels away: smoothing spread the step.
    if (x + 2 < width && labels[i] !== labels[i + 2]) addBorder(i, i + 2, labels, features, count, borders);
    if (y + 2 < height && labels[i] !== labels[i + 2 * width])
      addBorder(i, i + 2 * width, labels, features, count, borders);
  }
}

function addBorder(
  i: number,
  j: number,
  labels: Uint16Array,
  features: Float32Array,
  count: number,
  borders: Map<number, CountedBorder>,
): void {
  const one = Math.min(labels[i]!, labels[j]!);
  const other = Math.max(labels[i]!, labels[j]!);
  const key = one * count + other;
  let border = borders.get(key);
  if (border === undefined) borders.set(key, (border = { one, other, length: 0, step: 0 }));
  border.length++;
  border.step += difference(features, i, features, j);
}

function joinedBorders(borders: readonly Border[], sets: DisjointSets, count: number): Border[] {
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
