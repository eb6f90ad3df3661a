import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';

export interface CommandOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly process: ChildProcess;
  readonly ended: Promise<CommandOutcome>;
}

/** Runs `npm run models -- …` non-interactively. */
export function startModelsCommand(env: Readonly<Record<string, string>>, ...args: string[]): RunningCommand {
  const child = spawn(process.execPath, [join(projectRoot, 'inference-worker/src/models-cli/main.ts'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = new Promise<CommandOutcome>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
  return { process: child, ended };
}

export interface ModelServer {
  readonly url: string;
  readonly sha256: string;
  readonly bytes: number;
  /** `Range` of each request, in order. */
  readonly asked: (string | undefined)[];
  /** Stalls the next answer halfway; resolves once it has. */
  stallNext(): Promise<void>;
  close(): void;
}

/** Serves one file with ranges. */
export async function serveModel(path: string): Promise<ModelServer> {
  const content = await readFile(path);
  const asked: (string | undefined)[] = [];
  let onStall: (() => void) | undefined;

  function answer(from: number, response: ServerResponse): void {
    const status = from === 0 ? 200 : 206;
    response.writeHead(status, {
      'content-length': content.length - from,
      ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` }),
    });
    if (onStall === undefined) {
      response.end(content.subarray(from));
    } else {
      response.write(content.subarray(from, content.length / 2), onStall);
      onStall = undefined;
    }
  }

  const server = createServer(({ headers }, response) => {
    asked.push(headers.range);
    answer(Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.onnx`,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    asked,
    stallNext: () => new Promise((resolve) => (onStall = resolve)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
