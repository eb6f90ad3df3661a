import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { ServerUnavailableError } from './jars.ts';

/**
 * A program of a Go module, built once under `.cache/`.
 * @param path of its main package; the last part that is not a version names the program
 * @returns the program's path
 * @throws ServerUnavailableError where Go or the module is missing
 */
export async function goProgram(path: string, version: string): Promise<string> {
  const module = `${path}@${version}`;
  const folder = join(projectRoot, '.cache', module.replaceAll(/[^\w.]+/g, '-'));
  const program = join(folder, basename(path.replace(/\/v\d+$/, '')));
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  await promisify(execFile)('go', ['install', module], { env: { ...process.env, GOBIN: folder } }).catch(
    (error: unknown) => {
      throw new ServerUnavailableError(`it needs Go and ${module}: ${String(error).split('\n')[0]}`);
    },
  );
  return program;
}
