import { readdir } from 'node:fs/promises';
import path from 'node:path';

export interface Pair {
  readonly name: string;
  readonly picture: string;
  readonly mask: string;
}

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

const PICTURE = /\.(jpe?g|png|webp)$/i;
const MASK = /\.mask\.(png|webp)$/i;

/**
 * The mask of `cat.jpg` is `cat.mask.png` or `cat.png` (or .webp) in `masks`, which may be the same folder.
 * @throws Error for an unreadable folder
 */
export async function findPairs(images: string, masks: string): Promise<{ pairs: Pair[]; skipped: Skipped[] }> {
  const inMasks = new Set(await namesIn(masks));
  const isOneFolder = path.resolve(images) === path.resolve(masks);
  const pairs: Pair[] = [];
  const skipped: Skipped[] = [];
  for (const name of await namesIn(images)) {
    if (!PICTURE.test(name) || MASK.test(name)) continue;
    const stem = name.replace(PICTURE, '');
    const mask = [`${stem}.mask.png`, `${stem}.mask.webp`, `${stem}.png`, `${stem}.webp`].find(
      (candidate) => inMasks.has(candidate) && !(isOneFolder && candidate === name),
    );
    if (mask === undefined) skipped.push({ name, reason: 'has no mask' });
    else pairs.push({ name, picture: path.join(images, name), mask: path.join(masks, mask) });
  }
  if (!isOneFolder) return { pairs, skipped };
  const maskOf = new Map(pairs.map(({ name, mask }) => [name, path.basename(mask)]));
  const isMask = new Set(maskOf.values());
  // cat.png and cat.webp could each be the other's mask.
  const isEither = ({ name }: Pair): boolean => maskOf.get(maskOf.get(name)!) === name;
  const unclear = pairs.filter(isEither).map(({ name }) => {
    return {
      name,
      reason: `may be the mask of ${maskOf.get(name)}: name the mask ${name.replace(PICTURE, '.mask.png')}`,
    };
  });
  return {
    pairs: pairs.filter((pair) => !isEither(pair)),
    skipped: [...skipped.filter(({ name }) => !isMask.has(name)), ...unclear],
  };
}

/** Spread evenly: the first files seldom represent the rest. */
export function evenly(pairs: readonly Pair[], count: number): Pair[] {
  if (pairs.length <= count) return [...pairs];
  return Array.from({ length: count }, (_, i) => pairs[Math.floor((i * pairs.length) / count)]!);
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new Error(`The folder ${directory} cannot be read`, { cause: error });
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => (a < b ? -1 : 1));
}
