import { applyPatch, layPatch } from '@clearcut/scene/edge/patches';
import { createPixels } from '@clearcut/scene/raster';
import { expect, test, vi } from 'vitest';
import { cutOut } from '../cut-out/cut-out.ts';
import { decodePixels } from '../pixels/decode.ts';
import { encodeMatte } from '../pixels/encode.ts';
import { openRaster } from '../pixels/sharp.ts';
import { Workspace } from '../memory/workspace.ts';
import { draw, drawings, type Drawing } from '../testing/scenes.ts';
import { refineEdge } from './refine-edge.ts';

vi.setConfig({ testTimeout: 120_000 });

const SIZE = { width: 480, height: 360 };

async function refined(drawing: Drawing, coarse: (alpha: number, x: number, y: number) => number, box: Box) {
  const { image, alpha } = draw(drawing, SIZE);
  const matte = Uint8Array.from(alpha, (value, i) =>
    Math.round(255 * coarse(value, i % SIZE.width, Math.floor(i / SIZE.width))),
  );
  const original = await openRaster(image).png().toBuffer();
  const encoded = (await encodeMatte(matte, SIZE)).data;
  const mask = (await encodeMatte(new Uint8Array(box.width * box.height).fill(255), box)).data;
  const scene = { frame: SIZE, masks: [] };
  const patch = await refineEdge(scene, original, { encoded, isRefined: true }, { box, mask });
  const before = await cutOut(image, matte, new Workspace());
  const shown = createPixels(SIZE);
  shown.data.set(before.data);
  applyPatch(shown, layPatch(await decodePixels(patch.data), box, SIZE, shown));
  const errorOf = (of: (i: number) => number): number => {
    let sum = 0;
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) {
        const i = y * SIZE.width + x;
        sum += Math.abs(of(i) / 255 - alpha[i]!);
      }
    }
    return sum / (box.width * box.height);
  };
  return {
    patch,
    shown,
    matte,
    before: errorOf((i) => matte[i]!),
    after: errorOf((i) => shown.data[i * 4 + 3]!),
  };
}
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

test('finds hair that the matte cut off', async () => {
  const box = { x: 300, y: 80, width: 60, height: 200 };
  const { before, after } = await refined(drawings.hair, (alpha) => (alpha === 1 ? 1 : 0), box);
  expect(after).toBeLessThan(before / 2);
});

const filled = (alpha: number, x: number, y: number): number =>
  y < 170 && Math.hypot(x - 240, y - 180) < 126 ? 1 : Math.round(alpha);

test('finds holes that the matte filled', async () => {
  const box = { x: 110, y: 50, width: 260, height: 122 };
  const { before, after } = await refined(drawings.wheel, filled, box);
  expect(after).toBeLessThan(before / 2);
});

test('closes a hole erased by mistake within a subject of many shades', async () => {
  const shaded: Drawing = {
    ...drawings.soft,
    alphaAt: (x, y) => (Math.hypot(x, y) < 0.4 ? 1 : 0),
    subjectAt: (x, y) => [153 + 120 * x, 50 + 40 * y, 33],
  };
  const box = { x: 200, y: 150, width: 60, height: 50 };
  const inside = (x: number, y: number) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
  const { after } = await refined(shaded, (alpha, x, y) => (inside(x, y) ? 0 : alpha), box);
  expect(after).toBeLessThan(0.03);
});

test('nothing changes beside the stroke, and the same bytes give the same patch', async () => {
  const box = { x: 300, y: 80, width: 60, height: 200 };
  const one = await refined(drawings.hair, (alpha) => (alpha === 1 ? 1 : 0), box);
  const other = await refined(drawings.hair, (alpha) => (alpha === 1 ? 1 : 0), box);
  expect(Buffer.from(one.patch.data).equals(Buffer.from(other.patch.data))).toBe(true);
  for (const [x, y] of [
    [200, 180],
    [299, 180],
    [10, 10],
  ] as const) {
    const i = y * SIZE.width + x;
    expect(one.shown.data[i * 4 + 3]).toBe(one.matte[i]);
  }
  expect([one.patch.width, one.patch.height]).toEqual([60, 400]);
});
