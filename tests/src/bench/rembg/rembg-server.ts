import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installPython } from '../../support/python-packages.ts';

const REMBG = 'rembg[cpu,cli]==2.0.86';
const START_MS = 180_000;

export interface RembgServer {
  readonly pid: number;
  /** Resolves with the full-size PNG of the cut-out. */
  remove(photo: Uint8Array): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/**
 * rembg's own server with u2netp, in its own virtual environment below `.cache/`, created from Python's package index
 * if missing.
 * @param weights of u2netp, an ONNX file: rembg would download it.
 * @throws ServerUnavailableError without Python or the package index.
 */
export async function startRembg(weights: string): Promise<RembgServer> {
  const program = join(await installPython('rembg', [REMBG]), 'rembg');
  const home = await mkdtemp(join(tmpdir(), 'clearcut-rembg-'));
  await copyFile(weights, join(home, 'u2netp.onnx'));
  const port = await freePort();
  const child = spawn(program, ['s', '--host', '127.0.0.1', '--port', String(port), '--no-ui'], {
    // The weights may have another precision than rembg's.
    env: { ...process.env, U2NET_HOME: home, MODEL_CHECKSUM_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));

  async function remove(photo: Uint8Array): Promise<Uint8Array> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    form.set('model', 'u2netp');
    const answer = await fetch(`http://127.0.0.1:${port}/api/remove`, { method: 'POST', body: form });
    if (!answer.ok) throw new Error(`rembg answered ${answer.status}: ${await answer.text()}`);
    return answer.bytes();
  }

  async function stop(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
    await rm(home, { recursive: true, force: true });
  }

  for (const deadline = Date.now() + START_MS; Date.now() < deadline && child.exitCode === null; await sleep(250)) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api`).then(
      () => true,
      () => false,
    );
    if (isUp) return { pid: child.pid!, remove, stop };
  }
  await stop();
  throw new Error(`rembg's server did not start: ${said.slice(-2000)}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
