import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startPostmaster } from './postmaster.ts';

/** A server that never gets ready, and its process once it runs. */
async function slowServer() {
  const data = await mkdtemp(join(tmpdir(), 'clearcut-postmaster-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const postgres = join(data, 'postgres');
  await writeFile(postgres, `#!/bin/sh\necho $$ > "${data}/pid"\nexec sleep 60\n`, { mode: 0o755 });
  const options = {
    binaries: { postgres, initdb: '' },
    account: undefined,
    data,
    logFile: join(data, 'log'),
    port: 1,
  };
  const running = () =>
    vi.waitFor(
      async () => {
        const found = Number(await readFile(join(data, 'pid'), 'utf8'));
        expect(found).toBeGreaterThan(0);
        return found;
      },
      { timeout: 30_000 },
    );
  return { options, running };
}

const isGone = (pid: number): void => expect(() => process.kill(pid, 0)).toThrow('ESRCH');

test('regression: while PostgreSQL recovered in a restore, Ctrl-C had no effect', async () => {
  const { options, running } = await slowServer();
  const stop = new AbortController();
  const failure = expect(startPostmaster({ ...options, signal: stop.signal })).rejects.toThrow('Stopped by SIGINT');
  const pid = await running();
  stop.abort(new Error('Stopped by SIGINT'));
  await failure;
  isGone(pid);
});

test('regression: kill -9 of a restore left its PostgreSQL running', async () => {
  const { options, running } = await slowServer();
  const source = new URL('postmaster.ts', import.meta.url).href;
  const code = `import { startPostmaster } from '${source}';\nawait startPostmaster(${JSON.stringify(options)});`;
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
  const pid = await running();
  starter.kill('SIGKILL');
  await vi.waitFor(() => isGone(pid), { timeout: 30_000, interval: 200 });
});
