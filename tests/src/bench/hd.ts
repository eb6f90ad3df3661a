import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import type { BenchResult } from './result.ts';

const SIZES = [
  [4000, 3000],
  [6000, 4000],
] as const;

/** The largest allowed picture; outside of the comparison. */
const LARGEST = [8160, 6120] as const;

interface Measured {
  /** Medians of processor time, ms. */
  readonly ours: number;
  readonly floor: number;
  readonly peakMiB: number;
  readonly fileMiB: number;
}

/**
 * An HD file on a colour, from stored bytes to PNG bytes, against plain sharp decoding the same original and matte,
 * composing and encoding at the same level. Each size runs in its own process, for its own peak of memory.
 */
export async function benchHd(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const [width, height] of SIZES) {
    const { ours, floor, peakMiB, fileMiB } = await measured(width, height);
    results.push({
      name: `HD file of ${Math.round((width * height) / 1e6)} megapixels, against sharp's own composite + PNG`,
      unit: 'ms of processor',
      ours,
      floor,
      ratio: ours / floor,
      target: { atMost: 1.5 },
      details: { peakMiB, fileMiB },
    });
  }
  const { peakMiB } = await measured(...LARGEST);
  const pixelsMiB = (LARGEST[0] * LARGEST[1] * 4) / 2 ** 20;
  results.push({
    name: 'peak memory of an HD file of 50 megapixels, against its pixels',
    unit: 'MiB',
    ours: peakMiB,
    floor: pixelsMiB,
    ratio: peakMiB / pixelsMiB,
    target: { atMost: 4 },
    details: {},
  });
  return results;
}

function measured(width: number, height: number): Promise<Measured> {
  const script = path.join(projectRoot, 'tests/src/bench/hd-process.ts');
  const child = spawn(process.execPath, [script, String(width), String(height)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(text) as Measured);
      else reject(new Error(`The measuring process ended with code ${code}`));
    });
  });
}
