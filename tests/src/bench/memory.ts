import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../support/product.ts';
import { photoLike } from './picture.ts';
import { median, type BenchResult } from './result.ts';
import { reached, upload } from './upload.ts';

const EARLY = 20;
const LATE = 200;
const AT_ONCE = 4;
const READINGS = 5;

/**
 * All kinds of load occur within the first twenty, so that growth is measured, not the first large picture; ten sizes,
 * so that both readings follow the same one: the collector leaves more behind a large picture.
 */
const SIZES = [
  [640, 480],
  [1632, 1224],
  [900, 1600],
  [3000, 2000],
  [320, 240],
  [2000, 500],
  [1080, 1080],
  [4000, 3000],
  [1200, 800],
  [500, 700],
] as const;

/** Resident memory of the worker after 200 refined pictures of mixed sizes, against after 20. */
export async function benchMemory(product: Product): Promise<BenchResult> {
  const pictures = await Promise.all(SIZES.map(([width, height]) => photoLike(width, height)));
  const pid = await product.childPid('inference-worker');
  let next = 0;
  async function processUntil(count: number): Promise<void> {
    const one = async (): Promise<void> => {
      while (next < count) {
        const { id } = await upload(product.url, pictures[next++ % pictures.length]!);
        await reached(product.url, id, ['improved']);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
  await processUntil(EARLY);
  const early = await residentMiB(pid);
  await processUntil(LATE);
  const late = await residentMiB(pid);
  if ((await product.childPid('inference-worker')) !== pid) throw new Error('The worker was replaced meanwhile');
  return {
    name: `worker memory after ${LATE} pictures, against after ${EARLY}`,
    unit: 'MiB',
    ours: late,
    floor: early,
    ratio: late / early,
    target: { atMost: 1.1 },
    details: { pictures: LATE, largest: '4000 x 3000', peakMiB: await statusMiB(pid, 'VmHWM') },
  };
}

/** Median over two seconds, since collection is irregular. */
export async function residentMiB(pid: number): Promise<number> {
  const readings: number[] = [];
  for (let i = 0; i < READINGS; i++) {
    await sleep(400);
    readings.push(await statusMiB(pid, 'VmRSS'));
  }
  return median(readings);
}

export async function statusMiB(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
