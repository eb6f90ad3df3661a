import { expect, test } from 'vitest';
import type { Raster } from '../pixels/raster.ts';
import { toBytes } from '../planes/alpha.ts';
import { Workspace } from '../memory/workspace.ts';
import { cutOut } from './cut-out.ts';
import { estimateForeground } from './foreground.ts';

const size = { width: 400, height: 300 };
const pixels = size.width * size.height;

interface Composite {
  readonly image: Raster;
  readonly alpha: Float32Array;
  readonly subject: Uint8Array;
}

function composite(
  alphaAt: (x: number, y: number) => number,
  subjectAt: (x: number, y: number) => readonly number[],
  groundAt: (x: number, y: number) => readonly number[],
): Composite {
  const alpha = new Float32Array(pixels);
  const subject = new Uint8Array(pixels * 3);
  const data = new Uint8Array(pixels * 3);
  for (let i = 0; i < pixels; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const [a, f, g] = [alphaAt(x, y), subjectAt(x, y), groundAt(x, y)];
    alpha[i] = a;
    for (let c = 0; c < 3; c++) {
      subject[i * 3 + c] = f[c]!;
      data[i * 3 + c] = Math.round(a * f[c]! + (1 - a) * g[c]!);
    }
  }
  return { image: { data, ...size, channels: 3 }, alpha, subject };
}

async function colours(image: Raster, alpha: Float32Array): Promise<Uint8Array> {
  const coloursOf = await estimateForeground(image, toBytes(alpha), new Workspace());
  const rows = new Uint8Array(alpha.length * 4);
  for (let y = 0; y < image.height; y++) coloursOf(y, rows, y * image.width * 4);
  return rows.filter((_, i) => i % 4 !== 3);
}

function hairAt(x: number, y: number): number {
  const distance = Math.hypot(x - 200, y - 150);
  const body = Math.min(1, Math.max(0, 90.5 - distance));
  const angle = Math.atan2(y - 150, x - 200);
  const across = Math.abs((((angle * 60) / (2 * Math.PI) + 60) % 1) - 0.5) * ((2 * Math.PI) / 60) * distance;
  const hair = distance < 130 ? Math.min(1, Math.max(0, 2 - across)) * 0.7 : 0;
  return Math.max(body, hair);
}

function meanError(one: Uint8Array, other: Uint8Array, alpha: Float32Array): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < pixels; i++) {
    if (alpha[i]! <= 0.05 || alpha[i]! >= 0.95) continue;
    for (let c = 0; c < 3; c++) sum += Math.abs(one[i * 3 + c]! - other[i * 3 + c]!);
    count += 3;
  }
  return sum / count;
}

test('finds the colours under a soft edge before a busy background', async () => {
  const { image, alpha, subject } = composite(
    (x, y) => Math.min(1, Math.max(0, (110 - Math.hypot(x - 200, y - 150)) / 24 + 0.5)),
    (x, y) => [150 + 40 * Math.sin(x / 25), 60 + 30 * Math.cos(y / 30), 40],
    (x, y) => [60, 120 + 60 * Math.sin(x / 18), 160 + 50 * Math.cos(y / 14)],
  );
  const without = meanError(image.data, subject, alpha);
  const estimated = meanError(await colours(image, alpha), subject, alpha);
  expect(without).toBeGreaterThan(30);
  expect(estimated).toBeLessThan(without / 3);
});

test('leaves no white rim around dark hair photographed on white', async () => {
  const dark = [40, 28, 22] as const;
  const { image, alpha } = composite(
    hairAt,
    () => dark,
    () => [255, 255, 255],
  );
  const result = await cutOut(image, toBytes(alpha), new Workspace());
  // Raw colours would show as a rim on black.
  let brightest = 0;
  let brightestRaw = 0;
  for (let i = 0; i < pixels; i++) {
    brightest = Math.max(brightest, (result.data[i * 4]! * result.data[i * 4 + 3]!) / 255);
    brightestRaw = Math.max(brightestRaw, image.data[i * 3]! * alpha[i]!);
  }
  expect(brightestRaw).toBeGreaterThan(70);
  expect(brightest).toBeLessThanOrEqual(dark[0] + 10);
});

test('keeps every colour where the picture is all subject', async () => {
  const { image } = composite(
    () => 1,
    (x, y) => [x % 256, y % 256, (x + y) % 256],
    () => [0, 0, 0],
  );
  expect(Buffer.compare(await colours(image, new Float32Array(pixels).fill(1)), image.data)).toBe(0);
});

test('transparent pixels stay transparent and lend no colour', async () => {
  const { image, alpha } = composite(
    (x) => Math.min(1, Math.max(0, (x - 180) / 40)),
    () => [200, 40, 40],
    () => [40, 40, 200],
  );
  const data = new Uint8Array(pixels * 4);
  for (let i = 0; i < pixels; i++) {
    const hidden = Math.floor(i / size.width) >= 150;
    data.set(hidden ? [0, 255, 0, 0] : [...image.data.subarray(i * 3, i * 3 + 3), 255], i * 4);
  }
  const result = await cutOut({ data, ...size, channels: 4 }, toBytes(alpha), new Workspace());
  let wrong = 0;
  for (let i = 0; i < pixels; i++) {
    const hidden = Math.floor(i / size.width) >= 150;
    if (result.data[i * 4 + 3] !== (hidden ? 0 : Math.round(alpha[i]! * 255))) wrong++;
  }
  expect(wrong).toBe(0);
  // No green from the pixels below.
  const opaque = await colours(image, alpha);
  for (let i = 148 * size.width + 185; i < 148 * size.width + 215; i++) {
    for (let c = 0; c < 3; c++) expect(Math.abs(result.data[i * 4 + c]! - opaque[i * 3 + c]!)).toBeLessThanOrEqual(8);
  }
});
