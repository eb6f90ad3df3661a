import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { ServerUnavailableError } from './servers/jars.ts';

const INSTALL_MS = 15 * 60_000;

/**
 * Python packages in an environment under `.cache/`, installed once.
 * @returns the folder of its commands
 * @throws ServerUnavailableError without Python or its package index
 */
export async function installPython(name: string, packages: readonly string[]): Promise<string> {
  const folder = join(projectRoot, '.cache', name);
  const commands = join(folder, 'bin');
  const mark = join(folder, packages.join(' ').replaceAll(/[^\w.]/g, '-'));
  const isInstalled = await access(mark).then(
    () => true,
    () => false,
  );
  if (isInstalled) return commands;
  const run = promisify(execFile);
  await mkdir(folder, { recursive: true });
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(commands, 'python'), ['-m', 'pip', 'install', '--quiet', ...packages], { timeout: INSTALL_MS });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ServerUnavailableError(`Python 3 with venv, or its package index, cannot be used (${reason})`);
  }
  await writeFile(mark, '');
  return commands;
}
