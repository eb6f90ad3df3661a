/**
 * The disk dies, and a continuous backup restores all acknowledged data: the operator's commands, as a person would run
 * them.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, type Client, createClient } from '../support/client.ts';
import { createPerson, PASSWORD, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { eventually, newDataDir, type Product, startProduct } from '../support/product.ts';
import { kill, outcome, startOperator } from './projections-harness.ts';

const EMAIL = 'owner@example.com';

const operate = (dataDir: string, ...args: string[]) =>
  outcome(startOperator({ ...LOG_IN_POSTGRES, DATA_DIR: dataDir }, ...args));

/** The picture's answer, and its cut-out's bytes. */
async function look(client: Client, id: string): Promise<{ status: number; cutOut?: string }> {
  const answer = await client.get(`/api/transaction/${id}/proxy/image/?step=improved`);
  if (!answer.ok) return { status: answer.status };
  return { status: answer.status, cutOut: Buffer.from(await answer.arrayBuffer()).toString('base64') };
}

describe('a following backup', () => {
  const [folder, first, second, earlier] = [newDataDir(), newDataDir(), newDataDir(), newDataDir()];
  const clientId = randomUUID();
  const seen = new Map<string, { status: number; cutOut?: string }>();
  let removed: string;
  let atNoon: string;
  let afterNoon: string;
  /** Uploads acknowledged shortly before the disk dies, with times. */
  const late: { id: string; at: number }[] = [];
  let completeThrough: number;
  let follower: ChildProcess;

  const manifest = async () =>
    JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')) as { completeThrough: string };
  /** Resolves when everything acknowledged so far is in the backup. */
  const backedUp = async () => {
    const now = Date.now();
    await eventually(async () => (Date.parse((await manifest()).completeThrough) > now ? true : undefined));
  };

  beforeAll(async () => {
    const product = await startProduct({ env: LOG_IN_POSTGRES, dataDir: first });
    const person: Person = createPerson(product.url, clientId);
    await person.signUp(EMAIL);
    await person.prove(EMAIL);
    const client = createClient(product.url, { clientId, cookie: `clearcut_session=${person.session()}` });
    const add = async () => {
      const { id } = await client.process(await photo());
      await eventually(async () => {
        const view = await bodyOf<TransactionView>(await client.get(`/api/transaction/${id}`));
        return view.pipeline.improved;
      });
      seen.set(id, await look(client, id));
      return id;
    };
    removed = await add();
    await add();

    follower = startOperator({ ...LOG_IN_POSTGRES, DATA_DIR: first }, 'backup', folder, '--follow');
    let said = '';
    follower.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await eventually(() => (said.includes('Following.') ? true : undefined));
    // The database dies and returns, and the backup continues.
    const killed = await product.postgresPid();
    process.kill(killed, 'SIGKILL');
    await eventually(async () => ((await product.postgresPid().catch(() => killed)) === killed ? undefined : true));
    await eventually(async () => ((await fetch(`${product.url}/readyz`)).ok ? true : undefined));
    await add();
    await backedUp();
    atNoon = new Date().toISOString();
    await sleep(1_100);
    afterNoon = await add();
    expect((await client.remove(`/api/transaction/${removed}`)).ok).toBe(true);
    await backedUp();

    const small = await photo({ width: 60, height: 40 });
    const isSomeBackedUp = async () => Date.parse((await manifest()).completeThrough) > (late[0]?.at ?? Infinity);
    for (const end = Date.now() + 2_500; Date.now() < end || !(await isSomeBackedUp());) {
      const { id } = await bodyOf<{ id: string }>(await client.upload(small));
      late.push({ id, at: Date.now() });
    }
    await loseDisk(product);
    completeThrough = Date.parse((await manifest()).completeThrough);
    await kill(follower);
  });

  afterAll(async () => {
    await kill(follower);
    await Promise.all([folder, first, second, earlier].map((path) => rm(path, { recursive: true, force: true })));
  });

  async function loseDisk(product: Product): Promise<void> {
    const postgres = await product.postgresPid();
    await product.kill('SIGKILL');
    process.kill(postgres, 'SIGKILL');
    await rm(first, { recursive: true, force: true, maxRetries: 20 });
    await product.stop();
  }

  test('restores everything acknowledged, and the product continues with it', async () => {
    const restored = await operate(second, 'restore', folder, '--json');
    expect(restored).toMatchObject({ code: 0, stderr: '' });

    const product = await startProduct({ env: LOG_IN_POSTGRES, dataDir: second });
    try {
      const person = createPerson(product.url, clientId);
      expect((await person.logIn(EMAIL, PASSWORD)).status).toBe(200);
      const client = createClient(product.url, { clientId, cookie: `clearcut_session=${person.session()}` });
      for (const [id, picture] of seen) {
        if (id === removed) expect(await look(client, id)).toEqual({ status: 404 });
        else expect(await look(client, id)).toEqual(picture);
      }

      const safe = late.filter(({ at }) => at < completeThrough);
      const there = await Promise.all(late.map(async ({ id }) => (await client.get(`/api/transaction/${id}`)).ok));
      expect(late.filter((_, index) => !there[index]).filter((upload) => safe.includes(upload))).toEqual([]);
      expect(safe).not.toEqual([]);

      expect((await client.process(await photo())).status).not.toBe('ERROR');
      expect(await operate(second, 'verify-ledger')).toMatchObject({ code: 0 });
    } finally {
      await product.stop();
    }
  });

  test('restores a point in time, without later files', async () => {
    expect(await operate(earlier, 'restore', folder, '--at', atNoon)).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(join(earlier, 'blobs/transaction'))).not.toContain(afterNoon);

    const product = await startProduct({ env: LOG_IN_POSTGRES, dataDir: earlier });
    try {
      const person = createPerson(product.url, clientId);
      expect((await person.logIn(EMAIL, PASSWORD)).status).toBe(200);
      const client = createClient(product.url, { clientId, cookie: `clearcut_session=${person.session()}` });
      const [, kept = ''] = seen.keys();
      expect(await look(client, kept)).toEqual(seen.get(kept));
      expect(await look(client, afterNoon)).toEqual({ status: 404 });
      // Its owner deleted it later, and erased data stays erased.
      expect(await look(client, removed)).toEqual({ status: 404 });
    } finally {
      await product.stop();
    }
  });

  test('overwrites nothing, and reports what it cannot do', async () => {
    expect(await operate(second, 'restore', folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not empty') as string,
    });
    const fresh = newDataDir();
    expect(await operate(fresh, 'restore', join(folder, 'bases'))).toMatchObject({ code: 2 });
    expect(await operate(fresh, 'restore', folder, '--at', '2020-01-01T00:00:00Z')).toMatchObject({ code: 2 });
    expect(await operate(fresh, 'restore', folder, '--at', 'noon')).toMatchObject({ code: 2 });
    expect(await operate(fresh, 'backup', folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not run') as string,
    });
    await expect(readdir(fresh)).rejects.toThrow('ENOENT');
  });
});
