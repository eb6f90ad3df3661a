import { expect, test } from 'vitest';
import '../models/no-telemetry.ts';
import { stretchedMatte } from '../cut-out/stretched-matte.ts';
import { Workspace } from '../memory/workspace.ts';
import type { Raster } from '../pixels/raster.ts';
import { fromBytes, toBytes } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import { draw, drawings } from '../testing/scenes.ts';
import { fullMatte } from './versions.ts';

const SIZE = { width: 240, height: 180 };
const MODEL = { width: 128, height: 96 };

type Print = (grey: number, x: number, y: number, random: number) => number;

const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

const prints: Record<string, Print> = {
  'as it is': (grey) => grey,
  'dots in a grid': (grey, x, y) => {
    const reach = Math.hypot((x % 8) - 4, (y % 8) - 4);
    return reach < Math.sqrt((1 - grey / 255) * 32) ? 0 : 255;
  },
  'an ordered pattern': (grey, x, y) => (grey > (BAYER[(y % 4) * 4 + (x % 4)]! + 0.5) * 16 ? 255 : 0),
  'a random pattern': (grey, _x, _y, random) => (grey > random * 255 ? 255 : 0),
  'two tones': (grey) => (grey > 128 ? 255 : 0),
  'one tone': () => 128,
};

function printed({ data, width, height }: Raster, print: Print, seed: number): Raster {
  const made = new Uint8Array(data.length);
  for (let i = 0, state = seed; i < width * height; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    const grey = (data[i * 3]! + data[i * 3 + 1]! + data[i * 3 + 2]!) / 3;
    const value = print(grey, i % width, Math.floor(i / width), (state >>> 8) / 2 ** 24);
    for (let c = 0; c < 3; c++) made[i * 3 + c] = print === prints['as it is'] ? data[i * 3 + c]! : value;
  }
  return { data: made, width, height, channels: 3 };
}

/** They have no inside. */
const THIN: readonly string[] = ['wheel', 'hair'];

const SURE = 250;
/** Pixels to an unsure one. */
const INSIDE = 4;

/** 1 where all within `INSIDE` is sure. */
function surelyInside(first: Uint8Array, { width, height }: typeof SIZE): Uint8Array {
  const isSure = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && first[y * width + x]! >= SURE;
  return Uint8Array.from(first, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let down = -INSIDE; down <= INSIDE; down++) {
      for (let right = -INSIDE; right <= INSIDE; right++) if (!isSure(x + right, y + down)) return 0;
    }
    return 1;
  });
}

async function refinedOf(name: keyof typeof drawings, print: Print, confidence: number, seed: number) {
  const { image, alpha } = draw(drawings[name], SIZE);
  const coarse = { ...MODEL, data: toBytes(resample(alpha, SIZE, MODEL).map((value) => value * confidence)) };
  using space = new Workspace();
  const first = stretchedMatte({ ...coarse, alpha: fromBytes(coarse.data) }, SIZE, space).slice();
  return { first, refined: await fullMatte(printed(image, print, seed), coarse) };
}

/** Where `counts`. */
function keptOf(first: Uint8Array, refined: Uint8Array, counts: (i: number) => boolean): number {
  let [all, kept] = [0, 0];
  for (let i = 0; i < first.length; i++) {
    if (!counts(i)) continue;
    all += first[i]!;
    kept += Math.min(first[i]!, refined[i]!);
  }
  return all === 0 ? NaN : kept / all;
}

const names = Object.keys(drawings) as (keyof typeof drawings)[];
const cases = names.flatMap((name) => Object.keys(prints).map((print) => [name, print] as const));

test.each(cases)(
  'the refined matte of %s, drawn as %s, keeps the inside of what the first cut-out was sure of',
  async (name, print) => {
    const { first, refined } = await refinedOf(name, prints[print]!, 1, 1 + name.length);
    const inside = surelyInside(first, SIZE);
    if (!inside.includes(1)) return expect(THIN).toContain(name);
    expect(keptOf(first, refined, (i) => inside[i] === 1)).toBeGreaterThanOrEqual(0.98);
  },
);

test.each(cases)(
  'the refined matte of %s, drawn as %s, keeps most of what the first cut-out showed',
  async (name, print) => {
    const { first, refined } = await refinedOf(name, prints[print]!, 0.75, 1 + name.length);
    expect(keptOf(first, refined, (i) => first[i]! >= 128)).toBeGreaterThanOrEqual(0.6);
  },
);
