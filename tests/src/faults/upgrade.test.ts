/** Data made by the released version is opened by this one. UPGRADE_FROM names another revision. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { projectRoot } from '@clearcut/platform/config/project';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkOutProject } from '../support/copied-project.ts';
import { createPerson, type Person } from '../support/person.ts';
import { photo, whiteMask } from '../support/pictures.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { eventually, newDataDir, startProduct } from '../support/product.ts';
import { saverOf } from '../support/saver.ts';

const FROM = process.env['UPGRADE_FROM'] ?? 'v0.1.0';
/** False in a clone without tags. */
const isThere =
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${FROM}^{commit}`], { cwd: projectRoot }).status === 0;

interface Billing {
  readonly credits: number;
}

async function jsonOf<T>(person: Person, path: string): Promise<T> {
  const answer = await person.get(path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}
const creditsOf = async (person: Person) => (await jsonOf<Billing>(person, '/api/billing/')).credits;

/** Everything a person sees of a picture, its save and its team. */
async function seen(person: Person, id: string, saveId: string) {
  const file = await person.get(`/api/transaction/${id}/download/high/`);
  expect(file.status).toBe(200);
  return {
    views: {
      picture: await jsonOf(person, `/api/transaction/${id}/`),
      receipt: await jsonOf(person, `/api/transaction/${id}/save/${saveId}/receipt/`),
      ledger: await jsonOf(person, '/api/admin/credit-ledger/'),
      log: await jsonOf(person, '/api/admin/security-log/'),
    },
    file: Buffer.from(await file.arrayBuffer()),
  };
}

/** Previews of edits come after the save, and change the picture. */
async function untilIdle(url: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  const unfinished = 'SELECT FROM message_bus.message WHERE finished_at IS NULL';
  await eventually(async () => ((await client.query(unfinished)).rowCount === 0 ? true : undefined));
  await client.end();
}

test.skipIf(!isThere)(
  `an account, its pictures and credits made by ${FROM} are the same in this version, and usable`,
  { timeout: 300_000 },
  async () => {
    const released = await checkOutProject(FROM);
    const database = await createTestDatabase();
    const dataDir = newDataDir();
    onTestFinished(async () => {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      await released.remove();
    });
    const env = { DATABASE_URL: database.url, STARTER_CREDITS: '3' };
    const box = { x: 100, y: 100, width: 200, height: 100 };

    const before = await startProduct({ env, dataDir, root: released.root });
    const email = `${randomUUID()}@example.com`;
    const person = createPerson(before.url);
    await person.signUp(email);
    await person.prove(email);
    await eventually(async () => ((await creditsOf(person)) === 3 ? true : undefined));
    const first = saverOf(before, person);
    const { id } = await first.cutOut(await photo({ width: 900, height: 600 }));
    expect((await first.stroke(id, 'erase', box, await whiteMask(box))).status).toBe(200);
    const { saveId } = (await first.save(id, { background: { ...TRANSPARENT, color: '#3366ff' } })).receipt;
    await eventually(async () => ((await creditsOf(person)) === 2 ? true : undefined));
    await untilIdle(database.url);
    const then = await seen(person, id, saveId);
    await before.stop();

    const after = await startProduct({ env, dataDir });
    onTestFinished(() => after.stop());
    const again = createPerson(after.url, person.clientId);
    again.setSession(person.session() ?? '');
    const { file, views } = await seen(again, id, saveId);
    expect(Buffer.compare(file, then.file)).toBe(0);
    // A later version may say more.
    expect(views).toMatchObject(then.views);

    const second = saverOf(after, again);
    expect((await second.save(id)).creditsLeft).toBe(2);
    expect((await second.stroke(id, 'restore', box, await whiteMask(box))).status).toBe(200);
    expect((await second.save(id)).creditsLeft).toBe(1);
    expect((await second.cutOut(await photo({ width: 500, height: 400 }))).status).toBe('UPLOADED');
  },
);
