/** The repository's clients with a server that redirects them to another. */
import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import { Clearcut } from '@clearcut/sdk/source';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const ID = '5f0c6f0e-1111-4222-8333-444455556666';

async function serve(answer: (response: ServerResponse) => void) {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      keys.push(request.headers['x-api-key']);
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

const PYTHON = `
import sys
from clearcut import Clearcut, ClearcutError
clearcut = Clearcut(sys.argv[1], "cck_live_test")
try:
    clearcut.create_picture(file=b"a picture")
except ClearcutError as refused:
    print(refused.code, refused.status)
print(clearcut.file("${ID}").decode())
`;

async function inPython(url: string): Promise<string[]> {
  const { stdout } = await run('python3', ['-c', PYTHON, url], { cwd: join(projectRoot, 'clients/python') });
  return stdout.trim().split('\n');
}

async function inTypeScript(url: string): Promise<string[]> {
  const clearcut = new Clearcut({ baseUrl: url, apiKey: 'cck_live_test' });
  const refused = await clearcut.pictures.create({ file: Buffer.from('a picture') }).catch((error: unknown) => error);
  const { code, status } = refused as { code: string; status: number };
  return [`${code} ${status}`, Buffer.from(await clearcut.pictures.file(ID)).toString()];
}

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

test.each([['TypeScript', inTypeScript] as const, ...(hasPython ? [['Python', inPython] as const] : [])])(
  'regression: %s sends neither key nor picture to another server',
  async (_language, use) => {
    const other = await serve((response) => response.end('the file'));
    const server = await serve((response) => response.writeHead(307, { location: `${other.url}/object` }).end());
    expect(await use(server.url)).toEqual(['redirected 307', 'the file']);
    expect(server.keys).toEqual(['cck_live_test', 'cck_live_test']);
    expect(other.keys).toEqual([undefined]);
  },
);
