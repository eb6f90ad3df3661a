import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { bundledOptions } from './bundles/options.ts';
import type { Installation } from './installation.ts';

const MAIN = join(projectRoot, 'operator/src/main.ts');

export interface OperatorOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the operator. Never blocks this process, which may hold the proxy to the log. */
export async function runOperator(
  { settings }: Pick<Installation, 'settings'>,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<OperatorOutcome> {
  const options = { env: { ...process.env, ...settings, NODE_OPTIONS: bundledOptions(), ...env } };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [MAIN, ...words], options)) };
  } catch (error) {
    return error as OperatorOutcome;
  }
}
