import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A service that is asked to stop amid an inference, and whose model works on for longer than there is time. */
const SERVICE = `
  const { runService } = await import(${JSON.stringify(import.meta.resolve('@clearcut/platform/service'))});
  const { loadModel } = await import(${JSON.stringify(import.meta.resolve('./models/model.ts'))});
  await runService('stubborn', async () => {
    const model = await loadModel(${JSON.stringify(path.resolve(import.meta.dirname, '../models/clearcut-1'))});
    const { width, height } = model.inputSize;
    const image = { data: new Uint8Array(width * height * 3), width, height, channels: 3 };
    const working = (async () => { for (;;) await model.infer(image); })();
    return { stop: () => working };
  });`;

test('a stop that takes too long ends a worker amid an inference as its launcher would, and not by an abort of the runtime', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'stop-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const child = spawn(process.execPath, ['-e', SERVICE], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (part: string) => {
      if (part.includes('"msg":"ready"')) child.kill('SIGTERM');
      said += part;
    });
  }
  const [, signal] = await once(child, 'close');
  expect(said).toContain('stopped by force');
  expect(said).not.toContain('terminate called');
  expect(signal).toBe('SIGKILL');
}, 60_000);
