/**
 * The scale composition of docker-compose.yml, with users at its proxy while parts die. `npm run test:compose`;
 * requires a Docker engine with Compose 2, and the two published ports.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import type { TransactionView, UploadAnswer } from '@clearcut/schemas/transaction/http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, type Client, createClient } from '../support/client.ts';
import { createPerson, type Person } from '../support/person.ts';
import { figure } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { whenAvailable } from '../support/servers/when-available.ts';
import { readZip } from '../support/zip.ts';
import { type Composition, startComposition, untilReady } from './composition.ts';
import { docker } from './engine.ts';
import { FAULTS } from './faults.ts';
import { retryUntilAnswered, startLoad, type Tally } from './load.ts';
import { WORKER_TRIES, type WorkerTries } from './worker-tries.ts';

const composition = await whenAvailable('The composition of docker-compose.yml', startComposition);
const product = composition as Composition;
afterAll(() => composition?.stop());

const BEFORE_MS = 5_000;
const AFTER_MS = 15_000;
const READY_MS = 180_000;
const CREDITS = 5_000;
const MEMBERS = 4;
const BULK = 20;
const IMAGE_MB = 600;

let sent = 0;
/** A new picture: each has its own colour. */
function nextPicture(): Promise<Buffer> {
  sent += 1;
  return figure({ width: 640, height: 480 })
    .modulate({ hue: sent % 360, brightness: 0.8 + (sent % 40) / 100 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The newest mail to that address in the mail catcher. */
async function mailTo(address: string): Promise<string> {
  for (;;) {
    const found = await fetch(`${product.mails}/api/v1/search?query=to:${encodeURIComponent(address)}`);
    const { messages } = (await found.json()) as { messages: { ID: string }[] };
    const [newest] = messages;
    if (newest !== undefined) {
      const mail = await fetch(`${product.mails}/api/v1/message/${newest.ID}`);
      return ((await mail.json()) as { Text: string }).Text;
    }
    await sleep(200);
  }
}

/** Spent out of the team's grant. */
const spentBy = async (member: Person): Promise<number> =>
  CREDITS - (await bodyOf<{ credits: number }>(await member.get('/api/billing'))).credits;

describe.skipIf(composition === undefined)('docker-compose.yml', () => {
  const email = `${randomUUID()}@example.com`;
  let admin: Person;
  let client: Client;

  beforeAll(async () => {
    admin = createPerson(product.url);
    await admin.signUp(email);
    client = createClient(product.url, { clientId: admin.clientId, cookie: `clearcut_session=${admin.session()}` });
  }, 60_000);

  test('a user signs up with a caught mail, uploads, edits, saves and downloads', async () => {
    const token = /token=([\w-]{43})/.exec(await mailTo(email))?.[1];
    expect((await admin.send('POST', '/api/auth/prove-address', { token })).status).toBe(204);
    await product.operator('grant-credits', email, String(CREDITS));

    const { id, status } = await client.process(await nextPicture());
    expect(status).toBe('UPLOADED');
    const background = { ...TRANSPARENT, color: '#ff0000' };
    const edited = await admin.send('POST', `/api/transaction/${id}/edit`, { background });
    expect(edited.status).toBe(200);
    expect((await admin.send('POST', `/api/transaction/${id}/save/`, {})).status).toBe(200);
    const file = await client.get(`/api/transaction/${id}/download/high/`);
    const corner = await sharp(Buffer.from(await file.arrayBuffer()))
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([...corner.subarray(0, 3)]).toEqual([255, 0, 0]);
  }, 300_000);

  test(`${BULK} bulk pictures download as one archive`, async () => {
    let sentAgain = 0;
    const views = await Promise.all(
      Array.from({ length: BULK }, async () => {
        const bytes = await nextPicture();
        const idempotencyKey = randomUUID();
        const uploaded = await retryUntilAnswered(
          'An upload',
          () => client.upload(bytes, { idempotencyKey }),
          () => (sentAgain += 1),
        );
        expect(uploaded.status).toBe(201);
        const { id } = await bodyOf<UploadAnswer>(uploaded);
        return eventually(async () => {
          const view = await bodyOf<TransactionView>(await client.get(`/api/transaction/${id}`));
          return view.status === 'PENDING' ? undefined : view;
        });
      }),
    );
    process.stderr.write(`${BULK} uploads at once: ${sentAgain} sent again\n`);
    expect(new Set(views.map(({ status }) => status))).toEqual(new Set(['UPLOADED']));
    const ids = views.map(({ id }) => id);
    // The last entry reports each picture's outcome.
    const archive = await admin.send('POST', '/api/transaction/download/bulk/low/', ids);
    expect(archive.status).toBe(200);
    expect(readZip(Buffer.from(await archive.arrayBuffer())).size).toBe(BULK + 1);
  }, 300_000);

  test('a worker reaches only its own three servers, and of those only what its jobs need', async () => {
    const said = await product.compose('exec', '-T', 'inference-worker', 'node', '-e', WORKER_TRIES);
    expect(JSON.parse(said)).toEqual({
      'its folder of blobs': expect.stringMatching(/^\d+ application\/xml/) as string,
      'another folder': '403 text/html',
      'removal of a blob': '403 text/html',
      'removal of many': '403 text/html',
      'the S3 server': 'no way',
      'the API': 'no way',
      'the internet': 'no way',
      jobs: 'read',
      users: 'permission denied for schema identity',
      events: 'permission denied for schema event_store',
      pictures: 'permission denied for schema read_transaction',
    } satisfies Record<keyof WorkerTries, unknown>);
  }, 60_000);

  test(`the image has at most ${IMAGE_MB} MB`, async () => {
    const bytes = Number(await docker(['image', 'inspect', '-f', '{{.Size}}', 'clearcut']));
    process.stderr.write(`The image has ${bytes} bytes\n`);
    expect(bytes).toBeLessThanOrEqual(IMAGE_MB * 1_000_000);
  });

  describe('under load', () => {
    const members: Person[] = [];
    const tallies: Tally[] = [];
    const table: string[] = [];
    let spentBefore = 0;

    beforeAll(async () => {
      for (let n = 0; n < MEMBERS; n++) {
        const member = createPerson(product.url);
        expect((await member.logIn(email)).status).toBe(200);
        members.push(member);
      }
      spentBefore = await spentBy(admin);
    }, 120_000);
    afterAll(() => void process.stderr.write(`\n${table.join('\n')}\n`));

    test.for(Object.entries(FAULTS))(
      '%s: nothing acknowledged is lost, doubled or charged twice',
      { timeout: 900_000 },
      async ([name, strike]) => {
        const load = startLoad(product.url, members, nextPicture);
        await sleep(BEFORE_MS);
        await strike(product);
        await sleep(AFTER_MS);
        const tally = await load.stop();
        await untilReady(product.url, READY_MS);
        tallies.push(tally);
        table.push(
          `${name}: ${tally.pictures.length} pictures, the longest ${(tally.longestWaitMs / 1000).toFixed(1)} s; ${tally.sentAgain} requests sent again`,
        );
        expect(tally.pictures.length).toBeGreaterThan(0);
        // Each acknowledged upload was saved, with its own file.
        expect([...tally.files.keys()].toSorted()).toEqual(tally.pictures.toSorted());
        expect(new Set(tally.files.values()).size).toBe(tally.files.size);
        const saves = tallies.reduce((sum, { files }) => sum + files.size, 0);
        await expect.poll(() => spentBy(admin), { timeout: 30_000 }).toBe(spentBefore + saves);
      },
    );

    test('afterwards the ledger agrees with the log, there is no dead letter, and rebuilt rows are the same', async () => {
      expect(JSON.parse(await product.operator('verify-ledger', '--json'))).toMatchObject({ differenceCount: 0 });
      expect(JSON.parse(await product.operator('dead-letters', '--json'))).toEqual([]);
      const rows = () => product.sql('SELECT id, md5(t::text) FROM read_transaction.transaction t ORDER BY id');
      const before = await rows();
      await product.operator('rebuild', 'transaction');
      expect(await rows()).toEqual(before);
    }, 600_000);
  });
});
