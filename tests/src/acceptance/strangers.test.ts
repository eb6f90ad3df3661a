/** Attacks by strangers, and by customers who want to pay less, besides those found before. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Profile } from '@clearcut/schemas/identity/http';
import { customBackgroundSchema } from '@clearcut/schemas/transaction/editing-http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, PASSWORD } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newAddress } from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const SIZE = { width: 120, height: 90 };

test('a picture deleted while it is saved leaves its owner the HD file or the credit, never both', async () => {
  const count = 12;
  const saver = await newSaver(product, count);
  const bytes = await photo(SIZE);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await saver.cutOut(bytes)).id);
  const got = new Set<string>();
  await Promise.all(
    ids.map(async (id, n) => {
      const saving = saver.person.send('POST', `/api/transaction/${id}/save/`, {}).then((answer) => answer.text());
      const over = new AbortController();
      const fetching = (async () => {
        while (!over.signal.aborted) {
          const file = await saver.client.get(`/api/transaction/${id}/download/high/`);
          if ((await file.bytes()).length > 0 && file.status === 200) got.add(id);
        }
      })();
      await delay(n * 120);
      await saver.client.remove(`/api/transaction/${id}/`);
      await saving;
      await delay(300);
      over.abort();
      await fetching;
    }),
  );
  for (const id of ids) {
    const paid = await eventually(async () => {
      const events = (await product.eventStore.readStream(`creditPool-${saver.teamId}`)).map(({ event }) => event);
      const spent = events.filter((event) => event.type === 'CreditsSpent' && event.data.transactionId === id);
      const refunded = events.filter((event) => event.type === 'CreditsRefunded' && event.data.transactionId === id);
      const types = await product.eventTypes(id);
      const isSettled = types.includes('HdSaveCompleted') || spent.length === refunded.length;
      return isSettled ? spent.length - refunded.length : undefined;
    });
    if (got.has(id)) expect(paid, id).toBe(1);
  }
});

test('a sign-up or profile change that names rights gets none', async () => {
  const rights = {
    role: 1,
    staff_roles: ['support', 'billing'],
    staffRoles: ['support'],
    email_verified: true,
    team_id: '5f0c6f0e-1111-4222-8333-444455556666',
    pk: '5f0c6f0e-1111-4222-8333-444455556666',
    credits: 1_000,
    __proto__: { role: 1 },
  };
  const person = createPerson(product.url);
  const email = newAddress();
  const signUp = await person.send('POST', '/api/user/', { email, password: PASSWORD, ...rights });
  const before = signUp.status === 201 ? await person.me() : await person.signUp(email);
  expect(before).toMatchObject({ email_verified: false });
  expect([before?.team_id, before?.pk]).not.toContain(rights.team_id);
  await person.send('PATCH', '/api/user/me/', { first_name: 'M', ...rights });
  const { first_name: _, ...after } = (await person.me()) as Profile;
  const { first_name: __, ...known } = before as Profile;
  expect(after).toEqual(known);
  expect((await bodyOf<{ credits: number }>(await person.get('/api/billing'))).credits).toBe(0);
  expect((await person.get('/api/staff/audit/')).status).toBe(403);
});

test("only its owner reaches a picture's background, whatever its id is requested by", async () => {
  const [owner, thief] = await Promise.all([newSaver(product, 0), newSaver(product, 1)]);
  const picture = await photo(SIZE);
  const [{ id: owned }, { id: stolen }] = await Promise.all([owner.cutOut(picture), thief.cutOut(picture)]);
  const upload = (saver: Saver, id: string) =>
    fetch(`${product.url}/api/transaction/${id}/background/image/`, {
      method: 'POST',
      headers: {
        'client-id': saver.person.clientId,
        cookie: `clearcut_session=${saver.person.session()}`,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(picture),
    });
  expect(await errorOf(await upload(thief, owned))).toMatch(/^404 /);
  const made = customBackgroundSchema.parse(await bodyOf(await upload(owner, owned)));
  expect(await errorOf(await thief.client.get(`/api/transaction/background/image/${made.id}/`))).toBe(
    '404 background_not_found',
  );
  const settings = { background: { ...TRANSPARENT, id: made.id } };
  for (const path of [`/api/transaction/${stolen}/edit/`, `/api/transaction/${stolen}/save/`]) {
    expect(await errorOf(await thief.person.send('POST', path, settings)), path).toMatch(/^404 |^400 /);
  }
  expect((await thief.client.get(`/api/transaction/background/image/${owned}/`)).status).toBe(404);
});

/** Opens connections that send `text` and then nothing more. */
async function open(count: number, text: string): Promise<Socket[]> {
  const { hostname, port } = new URL(product.url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => undefined));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  for (const socket of sockets) socket.write(text);
  return sockets;
}

test("connections that never finish their headers or bodies block no one else's upload", async () => {
  const start = `POST /api/transaction/?originalFileName=a.jpg HTTP/1.1\r\nHost: ${new URL(product.url).host}\r\n`;
  await open(300, start);
  const idle = `${start}Client-Id: 5f0c6f0e-1111-4222-8333-444455556666\r\nContent-Type: application/octet-stream\r\nContent-Length: 2000000\r\n\r\n`;
  const halves = await open(100, idle);
  for (const socket of halves) socket.write((await photo(SIZE)).subarray(0, 100));
  const other = createClient(product.url, { clientId: '5f0c6f0e-2222-4222-8333-444455556666' });
  expect((await other.process(await photo(SIZE))).status).not.toBe('PENDING');
  for (const socket of halves) socket.destroy();
  await eventually(async () => ((await product.spooled()).length === 0 ? true : undefined));
});

test('refuses requests that two parsers would split differently, and ends their connection', async () => {
  const host = `Host: ${new URL(product.url).host}\r\n`;
  const hidden = 'GET /metrics HTTP/1.1\r\n';
  for (const head of [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Content-Length: +5\r\n',
    ' Content-Length: 5\r\n',
  ]) {
    const [socket] = await open(1, `POST /api/auth/login HTTP/1.1\r\n${host}${head}\r\n0\r\n\r\n${hidden}${host}\r\n`);
    const chunks: Buffer[] = [];
    for await (const chunk of socket!) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(text, head).toMatch(/^HTTP\/1\.1 400 /);
    expect(text, head).not.toContain('process_cpu');
  }
});
