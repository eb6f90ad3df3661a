import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { projectRoot } from '@clearcut/platform/config/project';
import { chromium, type Browser } from 'playwright';

const packageFolder = fileURLToPath(new URL('../', import.meta.resolve('@sparticuz/chromium')));

/** Folder of this version's Chromium, which must not be mixed up with another version's. */
async function cacheFolder(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string };
  return join(projectRoot, '.cache', `chromium-${version}`);
}

/**
 * Unpacks Chromium, once per version. `executablePath()` unpacks into the temp folder and accepts whatever is there,
 * even half written, so it gets its own folder, renamed only when complete.
 */
async function unpack(folder: string): Promise<void> {
  if (existsSync(join(folder, 'chromium'))) return;
  await mkdir(dirname(folder), { recursive: true });
  const fresh = await mkdtemp(`${folder}-`);
  const tmpdir = process.env['TMPDIR'];
  process.env['TMPDIR'] = fresh;
  try {
    const { default: sparticuz, inflate } = await import('@sparticuz/chromium');
    await sparticuz.executablePath();
    // Libraries missing on a bare machine; used only there.
    await inflate(join(packageFolder, 'bin', 'al2023.tar.br'));
  } finally {
    if (tmpdir === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = tmpdir;
  }
  try {
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/** Whether the program starts with this machine's libraries. */
function starts(executable: string): boolean {
  return spawnSync(executable, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * A headless Chromium: that of env CHROMIUM, else the one from npm. Deliberately omits the package's own arguments:
 * they switch off what the tests check (cross-origin rules) and crash with more than one context.
 * @param args beside the usual ones
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const given = process.env['CHROMIUM'];
  const folder = await cacheFolder();
  if (given === undefined) await unpack(folder);
  const executablePath = given ?? join(folder, 'chromium');
  const env = { ...process.env };
  if (given === undefined && !starts(executablePath)) env['LD_LIBRARY_PATH'] = join(folder, 'al2023', 'lib');
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...args], env });
}

let shared: Promise<Browser> | undefined;

/** One browser for all files of a worker; ends with the worker. A crashed one is replaced. */
export async function sharedBrowser(): Promise<Browser> {
  const before = await shared;
  if (before?.isConnected() === true) return before;
  shared = launchBrowser();
  return shared;
}
