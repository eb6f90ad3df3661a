import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from './service-process.ts';

const ignore = (): void => {};

test('regression: a process that the system did not start ended the launcher', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'clearcut-service-'));
  await mkdir(join(dataDir, 'logs'));
  const { execPath } = process;
  process.execPath = join(dataDir, 'node');
  onTestFinished(async () => {
    process.execPath = execPath;
    await rm(dataDir, { recursive: true });
  });
  const log = pino({ level: 'silent' });
  const service = startService({
    name: 'projections',
    dataDir,
    log,
    env: () => ({}),
    onWaiting: ignore,
    onChange: ignore,
  });
  await expect(service.ready).rejects.toThrow('projections does not start');
  await service.stop();
});
