import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { limitLogs, logFile, openLog } from './log-file.ts';

afterEach(() => vi.useRealTimers());

test('a log that grows beyond 50 MB is moved aside, and its open writer continues in a short one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'logs-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await mkdir(join(dataDir, 'logs'));
  const path = logFile(dataDir, 'command-api');
  const log = await openLog(dataDir, 'command-api');
  onTestFinished(() => log.close());
  await log.write('first line\n');
  await truncate(path, 50 * 1024 * 1024);
  await writeFile(logFile(dataDir, 'small'), 'stays\n');

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(limitLogs(dataDir, ['command-api', 'small', 'never-written']));
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(async () => expect((await stat(path)).size).toBe(0), { timeout: 5_000 });
  await log.write('second line\n');
  expect(await readFile(path, 'utf8')).toBe('second line\n');
  expect((await stat(`${path}.1`)).size).toBe(50 * 1024 * 1024);
  expect(await readFile(logFile(dataDir, 'small'), 'utf8')).toBe('stays\n');
});
