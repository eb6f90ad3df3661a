import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const serviceThat = (happens: string) => `
  const { runService } = await import(${JSON.stringify(import.meta.resolve('@clearcut/platform/service'))});
  const { loadModel } = await import(${JSON.stringify(import.meta.resolve('./models/model.ts'))});
  await runService('stubborn', async () => {
    const model = await loadModel(${JSON.stringify(path.resolve(import.meta.dirname, '../models/clearcut-2'))});
    const { width, height } = model.inputSize;
    const image = { data: new Uint8Array(width * height * 3), width, height, channels: 3 };
    const working = (async () => { for (;;) await model.infer(image); })();
    return { stop: () => working };
  }, async () => []);
  ${happens}`;

test.for([
  { cause: 'a stop that takes too long', happens: "process.kill(process.pid, 'SIGTERM')", says: 'stopped by force' },
  { cause: 'an uncaught error', happens: "setTimeout(() => { throw new Error('a bug'); })", says: 'uncaught error' },
])(
  '$cause during an inference ends a worker as its launcher would, without a runtime abort',
  { timeout: 60_000 },
  async (end) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'stop-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const child = spawn(process.execPath, ['-e', serviceThat(end.happens)], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (part: string) => void (said += part));
    }
    const [, signal] = await once(child, 'close');
    expect(said).toContain(end.says);
    expect(said).not.toContain('terminate called');
    expect(signal).toBe('SIGKILL');
  },
);
