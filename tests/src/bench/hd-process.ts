import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Workspace } from '@clearcut/inference-worker/memory/workspace';
import { mattes, originals } from '@clearcut/inference-worker/pixels/decode-once';
import { renderHd } from '@clearcut/inference-worker/render/render-hd';
import { DEFAULT_SETTINGS, TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { photoLike } from './picture.ts';
import { median } from './result.ts';

const [width = 0, height = 0] = process.argv.slice(2).map(Number);
const COLOUR = '#ffeecc';
/** Enough for the median of a warm worker. */
const ROUNDS = 7;

const original = await photoLike(width, height);
const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="100%" height="100%"/><ellipse cx="50%" cy="55%" rx="24%" ry="38%" fill="#fff"/></svg>`;
const matte = await sharp(Buffer.from(shape), { limitInputPixels: false }).blur(3).extractChannel(0).png().toBuffer();
const settings = { ...DEFAULT_SETTINGS, background: { ...TRANSPARENT, color: COLOUR } };

const another = await photoLike(16, 16);

async function ours(): Promise<Uint8Array> {
  const scene = { frame: { width, height }, settings, masks: [], background: null };
  return (await renderHd(scene, original, { encoded: matte, isRefined: true })).data;
}

/** Keeps the old colours at the edges, so it is no finished product; decoding and encoding cost the same. */
async function floor(): Promise<Uint8Array> {
  const alpha = await sharp(matte, { limitInputPixels: false }).extractChannel(0).raw().toBuffer();
  const cutOut = await sharp(original)
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .raw()
    .toBuffer();
  const input = { input: cutOut, raw: { width, height, channels: 4 }, limitInputPixels: false } as const;
  return sharp({ create: { width, height, channels: 4, background: COLOUR }, limitInputPixels: false })
    .composite([input])
    .removeAlpha()
    .png({ compressionLevel: 2, adaptiveFiltering: true })
    .toBuffer();
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const file = await ours();
// Read before the floor runs, whose memory does not count.
const peak = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1];
const times = { ours: [] as number[], floor: [] as number[] };
for (let round = 0; round < ROUNDS; round++) {
  times.floor.push(await processorMs(floor));
  // The worker would keep decoded pictures; here each file is from a new picture.
  using space = new Workspace();
  await originals.decode(another, space);
  await mattes.decode(another, space);
  times.ours.push(await processorMs(ours));
}
const result = {
  ours: median(times.ours),
  floor: median(times.floor),
  peakMiB: Math.round(Number(peak) / 1024),
  fileMiB: Math.round(file.length / 2 ** 20),
};
process.stdout.write(JSON.stringify(result));
