/** The image as one person runs it: one container, one volume; its commands without a server. `npm test -- compose`. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '@clearcut/platform/config/project';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createPerson } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { ServerUnavailableError } from '../support/servers/jars.ts';
import { whenAvailable } from '../support/servers/when-available.ts';
import { docker } from './engine.ts';
import { provideImages } from './images.ts';

const IMAGE = 'clearcut-one';
const PORT = 3999;
const READY_MS = 180_000;

/** Builds the image of the working tree. */
async function buildImage(): Promise<string> {
  await docker(['info']).catch(() => {
    throw new ServerUnavailableError('no Docker engine answers (DOCKER_HOST says where one is)');
  });
  const [, base = ''] = /^FROM (\S+)/m.exec(await readFile(join(projectRoot, 'Dockerfile'), 'utf8')) ?? [];
  await provideImages([base]);
  await docker(['build', '--network', 'host', '-t', IMAGE, '.'], { cwd: projectRoot, env: { DOCKER_BUILDKIT: '0' } });
  return IMAGE;
}

const image = await whenAvailable('The image', buildImage);

test.runIf(image !== undefined)('the command cuts out a pipe, without a server', async () => {
  const child = promisify(execFile)('docker', ['run', '--rm', '-i', IMAGE, 'cutout', '-'], { encoding: 'buffer' });
  child.child.stdin?.end(await photo({ width: 640, height: 480 }));
  expect(await sharp((await child).stdout).metadata()).toMatchObject({ width: 640, height: 480, hasAlpha: true });
});

test.runIf(image !== undefined)('a container is the whole product, and its volume holds all of its state', async () => {
  const [volume, url] = [`clearcut-${randomUUID()}`, `http://localhost:${PORT}`];
  const started: string[] = [];
  const start = async (): Promise<string> => {
    const settings = ['-p', `${PORT}:3000`, '-v', `${volume}:/data`, '-e', 'CREDITS=off'];
    const id = (await docker(['run', '--detach', ...settings, IMAGE])).trim();
    started.push(id);
    for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await sleep(500)) {
      if (
        await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return id;
    }
    throw new Error(`It is not ready: ${await docker(['logs', '--tail', '30', id])}`);
  };
  onTestFinished(async () => {
    await docker(['rm', '--force', ...started]);
    await docker(['volume', 'rm', '--force', volume]);
  });
  const first = await start();
  await createPerson(url).signUp('someone@example.com');
  const operator = ['exec', first, '/clearcut/scripts/image.sh', 'operator'];
  const made = await docker([...operator, 'create-api-key', 'someone@example.com']);
  const [key = ''] = /cck_live_\w+/.exec(made) ?? [];
  const form = new FormData();
  form.append('image_file', new Blob([new Uint8Array(await photo({ width: 1200, height: 900 }))]), 'photo.jpg');
  form.append('size', 'full');
  const headers = { 'x-api-key': key };
  const answer = await fetch(`${url}/v1.0/removebg`, { method: 'POST', headers, body: form });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 1200, height: 900 });
  await docker(['rm', '--force', first]);
  started.pop();
  await start();
  expect((await fetch(`${url}/v1/account/`, { headers })).status).toBe(200);
});
