import { rm } from 'node:fs/promises';
import { openAdapters } from '../support/adapters.ts';
import { newDataDir, startProduct } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';
import { residentMiB, statusMiB } from './memory.ts';
import { otherBytes, photoLike } from './picture.ts';
import type { BenchResult } from './result.ts';

const [WIDTH, HEIGHT] = [6000, 4000];
const AT_ONCE = 2;
const BOUND_MIB = 512;

/**
 * Peak memory of a worker with two pictures of 24 megapixels at once, from upload to HD file. In a product of its own,
 * for a peak of its own.
 */
export async function benchMemoryOfLarge(): Promise<BenchResult> {
  const photo = await photoLike(WIDTH, HEIGHT);
  const dataDir = newDataDir();
  const product = await startProduct({ dataDir });
  try {
    const { url, databaseUrl } = product;
    const adapters = await openAdapters({ databaseUrl, dataDir });
    const saver = await newSaver({ url, ...adapters }, AT_ONCE);
    await adapters.close();
    const pid = await product.childPid('inference-worker');
    const idleMiB = await residentMiB(pid);
    const cutOuts = Array.from({ length: AT_ONCE }, () => saver.cutOut(otherBytes(photo)));
    const ids = (await Promise.all(cutOuts)).map(({ id }) => id);
    const refinedMiB = await statusMiB(pid, 'VmHWM');
    await Promise.all(ids.map((id) => saver.save(id)));
    const peakMiB = await statusMiB(pid, 'VmHWM');
    return {
      name: `peak memory of a worker with ${AT_ONCE} pictures of ${(WIDTH * HEIGHT) / 1e6} megapixels, against ${BOUND_MIB} MiB`,
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
