import { rm } from 'node:fs/promises';
import { openAdapters } from '../support/adapters.ts';
import { newDataDir, startProduct } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';
import { residentMiB, statusMiB } from './memory.ts';
import { photoLike } from './picture.ts';
import type { BenchResult } from './result.ts';

const [WIDTH, HEIGHT] = [6000, 4000];
const BOUND_MIB = 512;

/**
 * Peak memory of a worker after one picture of 24 megapixels, from upload to HD file. In a product of its own, for a
 * peak of its own.
 */
export async function benchMemoryOfLarge(): Promise<BenchResult> {
  const photo = await photoLike(WIDTH, HEIGHT);
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir });
  try {
    const { url, databaseUrl } = product;
    const adapters = await openAdapters({ databaseUrl, dataDir });
    const saver = await newSaver({ url, ...adapters }, 1);
    await adapters.close();
    const pid = await product.childPid('inference-worker');
    const idleMiB = await residentMiB(pid);
    const { id } = await saver.cutOut(photo);
    const refinedMiB = await statusMiB(pid, 'VmHWM');
    await saver.save(id);
    const peakMiB = await statusMiB(pid, 'VmHWM');
    return {
      name: `peak memory of a worker at ${(WIDTH * HEIGHT) / 1e6} megapixels, against ${BOUND_MIB} MiB`,
      unit: 'MiB',
      ours: peakMiB,
      floor: BOUND_MIB,
      ratio: peakMiB / BOUND_MIB,
      target: { atMost: 1 },
      details: { idleMiB, refinedMiB, residentAfterMiB: await residentMiB(pid) },
    };
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
