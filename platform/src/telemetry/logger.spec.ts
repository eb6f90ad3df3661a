import { spawnSync } from 'node:child_process';
import fs, { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from './logger.ts';

afterEach(() => vi.restoreAllMocks());

test('a full disk neither ends a logging process nor keeps it from ending', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(import.meta.resolve('./logger.ts'))};
    const log = createLogger('test', { logLevel: 'info' });
    log.info('first');
    log.info('second');
    log.fatal('last words');
    process.exit(42);`;
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect({ status, stderr }).toEqual({ status: 42, stderr: '' });
});

test('log lines wait up to a limit while the disk is full, and are written once there is room', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'clearcut-log-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'test.log');
  const log = createLogger('test', { logLevel: 'info' }, file);
  const disk = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  const words = 'x'.repeat(10_000);
  for (let line = 1; line <= 300; line += 1) log.info({ line, words });
  for (let line = 301; line <= 500; line += 1) log.info({ line });
  disk.mockRestore();

  log.info({ line: 501 });
  log.info({ line: 502 });

  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => (JSON.parse(text) as { line: number }).line);
  expect(lines.length).toBeLessThan(300);
  expect(lines.slice(0, 2)).toEqual([1, 2]);
  expect(lines.at(-1)).toBe(502);
});
