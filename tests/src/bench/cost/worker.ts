import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FLAT_MEMORY } from '@clearcut/platform/launcher/product';

interface Step {
  readonly step: string;
  readonly ms: number;
}

export interface StepsOfPicture {
  readonly steps: readonly (Step & { readonly calls: number })[];
  /** Steps and everything between them, ms. */
  readonly total: number;
  /** The least that has to be done, with the same codecs and network. */
  readonly floor: readonly (Step & { readonly elapsedMs: number })[];
}

/** The worker's jobs for one full-size picture, in their own process, step by step on one thread. */
export async function stepsOfPicture(width: number, height: number, rounds: number): Promise<StepsOfPicture> {
  const script = fileURLToPath(new URL('./worker-steps.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...[width, height, rounds].map(String)], {
    env: { ...process.env, ...FLAT_MEMORY },
  });
  return JSON.parse(stdout) as StepsOfPicture;
}
