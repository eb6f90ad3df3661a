/** The runtime's builds contain a reporter, on by default. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = `
  const { loadModel } = await import(${JSON.stringify(import.meta.resolve('./model.ts'))});
  await (await loadModel(${JSON.stringify(fileURLToPath(import.meta.resolve('../../models/clearcut-2')))})).close();`;

test('a process that runs a model leaves no trace of telemetry: no machine id and nothing to send', async () => {
  const home = await mkdtemp(join(tmpdir(), 'clearcut-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  // It stays silent in CI.
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home };
  await promisify(execFile)(process.execPath, ['-e', SCRIPT], { env });
  expect(await readdir(home, { recursive: true })).toEqual([]);
});
