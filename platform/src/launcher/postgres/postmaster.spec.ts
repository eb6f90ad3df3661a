import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostmaster } from './postmaster.ts';

test('regression: while PostgreSQL recovered in a restore, Ctrl-C had no effect', async () => {
  const data = await mkdtemp(join(tmpdir(), 'clearcut-postmaster-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const postgres = join(data, 'postgres');
  await writeFile(postgres, `#!/bin/sh\necho $$ > "${data}/pid"\nexec sleep 60\n`, { mode: 0o755 });
  const stop = new AbortController();
  const starting = startPostmaster({
    binaries: { postgres, initdb: '' },
    account: undefined,
    data,
    logFile: join(data, 'log'),
    port: 1,
    signal: stop.signal,
  });
  const failure = expect(starting).rejects.toThrow('Stopped by SIGINT');
  const pid = await vi.waitFor(async () => {
    const found = Number(await readFile(join(data, 'pid'), 'utf8'));
    expect(found).toBeGreaterThan(0);
    return found;
  });
  stop.abort(new Error('Stopped by SIGINT'));
  await failure;
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
