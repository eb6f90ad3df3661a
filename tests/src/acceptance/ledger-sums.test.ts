/** Sums of a team's credits by member and by API key. */
import { randomUUID } from 'node:crypto';
import { releaseCredits, reserveCredits } from '@clearcut/command-api/api-keys';
import type { LedgerEntry, LedgerSum } from '@clearcut/schemas/credits/http';
import type { Picture } from '@clearcut/schemas/public-api/pictures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../support/api-keys.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import type { Person } from '../support/person.ts';
import { photo, undecodablePng } from '../support/pictures.ts';
import { grantCredits, newSaver, type Saver, saverOf } from '../support/saver.ts';
import { collaborator, joinTeam } from '../support/team.ts';

let product: Installation;
let admin: Saver;
let member: Person;
let memberId: string;
let keyId: string;
let key: string;

beforeAll(async () => {
  product = await sharedInstallation();
  admin = await newSaver(product, 20, { first_name: 'Ada', last_name: 'Boss' });
  member = await joinTeam(product.url, admin.person, { ...collaborator, firstName: 'Cleo' });
  memberId = (await member.me())?.pk ?? '';
  ({ id: keyId, key } = await createKey(admin.person, { label: 'Shop importer' }));
  const { id } = await admin.cutOut(await photo());
  await admin.save(id);
  const saver = saverOf(product, member);
  for (let count = 0; count < 2; count += 1) {
    const picture = await saver.cutOut(await photo());
    await saver.save(picture.id);
  }
  await saveByKey();
});
afterAll(() => product.stop());

async function saveByKey(): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo())]), 'photo.jpg');
  const headers = { 'x-api-key': key };
  const uploaded = await fetch(`${product.url}/v1/pictures`, {
    method: 'POST',
    headers: { ...headers, prefer: 'wait=55' },
    body: form,
  });
  const { id } = await bodyOf<Picture>(uploaded);
  const saved = await fetch(`${product.url}/v1/pictures/${id}/saves`, { method: 'POST', headers });
  if (saved.status !== 200) throw new Error(`${saved.status}: ${await saved.text()}`);
}

const sums = async (by: string, period: Record<string, string> = {}, who = admin.person): Promise<LedgerSum[]> =>
  bodyOf(await who.get(`/api/admin/credit-ledger/sums/?${new URLSearchParams({ by, ...period }).toString()}`));

test('sums credits by member and by API key for a period', async () => {
  await expect
    .poll(() => sums('member'))
    .toEqual([
      { id: admin.userId, name: 'Ada Boss', saves: 2, credits: 2 },
      { id: memberId, name: 'Cleo', saves: 2, credits: 2 },
    ]);
  const byKey = [
    { id: null, name: null, saves: 3, credits: 3 },
    { id: keyId, name: 'Shop importer', saves: 1, credits: 1 },
  ];
  expect(await sums('key')).toEqual(byKey);
  const now = new Date().toISOString();
  expect(await sums('key', { to: now })).toEqual(byKey);
  expect(await sums('key', { from: now })).toEqual([]);
  expect(await errorOf(await admin.person.get('/api/admin/credit-ledger/sums/?by=colour'))).toBe(
    '400 validation_failed',
  );
});

test('a ledger line names the API key that saved, by its last digits once it is revoked', async () => {
  const lines = async () =>
    (await bodyOf<LedgerEntry[]>(await admin.person.get('/api/admin/credit-ledger/?filter={"kind":"spent"}'))).map(
      ({ keyName }) => keyName,
    );
  await expect.poll(lines).toEqual(['Shop importer', null, null, null]);
  const csv = await (await admin.person.get('/api/admin/credit-ledger/export.csv')).text();
  expect(csv.split('\r\n').filter((record) => record.endsWith(',Shop importer'))).toHaveLength(1);
  expect((await admin.person.send('DELETE', `/api/keys/${keyId}/`)).status).toBe(204);
  await expect.poll(lines).toEqual([`…${key.slice(-4)}`, null, null, null]);
  const file = await admin.person.get('/api/admin/credit-ledger/sums.csv?by=key');
  expect(file.headers.get('content-disposition')).toContain('clearcut-credits-by-key-');
  expect((await file.text()).split('\r\n').map((record) => record.replace('\uFEFF', ''))).toEqual([
    'API key,HD saves,Credits,ID',
    'Without an API key,3,3,',
    `…${key.slice(-4)},1,1,${keyId}`,
    '',
  ]);
});

test('a failed save counts for no member and no key', async () => {
  const saver = await newSaver(product, 2);
  const { id, width, height } = await saver.cutOut(await photo());
  const box = { x: 0, y: 0, width, height };
  await saver.stroke(id, 'erase', box, undecodablePng(box));
  expect((await saver.person.send('POST', `/api/transaction/${id}/save/`, {})).status).toBe(422);
  await expect
    .poll(() => sums('member', {}, saver.person))
    .toEqual([{ id: saver.userId, name: expect.any(String) as string, saves: 0, credits: 0 }]);
});

test("regression: the ledger's and the security log's files name credits bought in a pack", async () => {
  await grantCredits(product, admin.teamId, 1);
  const { createCreditPool, grantCredits: grant } = await import('@clearcut/command-api/credits');
  await createCreditPool(product).handle(
    grant({ teamId: admin.teamId, credits: 50, cause: { kind: 'pack', paymentId: 'in_pack' } }),
    { correlationId: 'pack', causationId: 'pack', actor: { kind: 'user', id: admin.userId }, now: new Date() },
  );
  await expect
    .poll(async () => (await admin.person.get('/api/admin/credit-ledger/export.csv')).text())
    .toContain(',Credits bought,50,');
});

const limits = { requestsPerMinute: 100, creditsPerDay: 1, creditsPerMonth: null };

async function creditsByDay(id: string): Promise<number[]> {
  const query = 'SELECT credits FROM api_keys.use_of_day WHERE key_id = $1 ORDER BY day';
  return (await product.database.query<{ credits: number }>(query, [id])).map(({ credits }) => credits);
}

test("regression: a save that failed after its request had ended does not count for its key's limit", async () => {
  const made = await createKey(admin.person, { label: 'Small', limits });
  const { id, width, height } = await admin.cutOut(await photo());
  const box = { x: 0, y: 0, width, height };
  await admin.stroke(id, 'erase', box, undecodablePng(box));
  const headers = { 'x-api-key': made.key, prefer: 'respond-async' };
  const asked = await fetch(`${product.url}/v1/pictures/${id}/saves`, { method: 'POST', headers });
  expect(asked.status).toBe(202);
  await expect.poll(() => creditsByDay(made.id), { timeout: 20_000 }).toEqual([0]);
});

test('regression: credits that come back after midnight are those of the day before', async () => {
  const key = randomUUID();
  const { database } = product;
  const reservation = { teamId: key, saveId: key, requestId: key, credits: 1 };
  await reserveCredits(database, key, limits, reservation);
  const day = new Date().toISOString().slice(0, 10);
  await database.query('UPDATE api_keys.use_of_day SET day = day + 1 WHERE key_id = $1', [key]);
  await reserveCredits(database, key, limits, reservation);
  await releaseCredits(database, key, 1, day);
  expect(await creditsByDay(key)).toEqual([0, 1]);
});
