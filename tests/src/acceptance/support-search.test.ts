/**
 * Staff find what customers name, see a picture's facts but no pixel, and each step is logged in the staff log.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { readModels } from '@clearcut/projections/read-models';
import { rebuildReadModel } from '@clearcut/projections/rebuild';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type {
  FailureCases,
  FailureGroupView,
  PictureFacts,
  PictureStateAnswer,
  SearchAnswer,
} from '@clearcut/schemas/support/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

let product: Installation;
let saver: Saver;
let support: Staff;
let auditor: Staff;
/** A picture saved in HD, and the request that saved it. */
let id: string;
let saveRequest: string;
let saveId: string;

beforeAll(async () => {
  // Days are UTC whatever the database's own time zone is.
  product = await startInstallation({ PGOPTIONS: '-c TimeZone=Pacific/Kiritimati' });
  saver = await newSaver(product, 1);
  ({ id } = await saver.cutOut(await photo()));
  const saved = await saver.person.send('POST', `/api/transaction/${id}/save/`, {});
  expect(saved.status).toBe(200);
  saveRequest = saved.headers.get('x-request-id') ?? '';
  await product.settled();
  saveId = (await savedIn(id)) ?? '';
  [support, auditor] = [await newStaff(product, 'support'), await newStaff(product, 'auditor')];
});
afterAll(() => product.stop());

async function savedIn(picture: string): Promise<string | undefined> {
  const events = await product.eventStore.readStream(`transaction-${picture}`);
  return events.map(({ event }) => (event.type === 'HdSaveStarted' ? event.data.saveId : undefined)).find(Boolean);
}

async function search(q: string, who: Staff = support): Promise<SearchAnswer> {
  const answer = await who.send('POST', '/api/staff/search/', { q });
  expect(answer.status).toBe(200);
  return bodyOf<SearchAnswer>(answer);
}

/** Waits for the read model. */
const searchUntilFound = (q: string): Promise<SearchAnswer> =>
  eventually(async () => {
    const answer = await search(q);
    return answer.found.length > 0 ? answer : undefined;
  });

test("support and auditors see a picture's facts, and its team's admins read who opened them and when", async () => {
  const path = `/api/staff/pictures/${id}/`;
  for (const person of [support, auditor, support]) expect((await person.get(path)).status).toBe(200);
  expect(await errorOf(await support.get(`/api/staff/pictures/${randomUUID()}/`))).toBe('404 transaction_not_found');

  const log = `/api/admin/security-log/?filter=${encodeURIComponent(JSON.stringify({ kind: 'picture_opened' }))}`;
  const entries = await eventually(async () => {
    const page = await bodyOf<SecurityEntry[]>(await saver.person.get(log));
    return page.length > 1 ? page : undefined;
  });
  expect(entries).toHaveLength(2);
  expect(entries).toContainEqual(
    expect.objectContaining({ pictureId: id, detail: null, actorKind: 'staff', actorId: support.id, actorName: null }),
  );
  expect(await bodyOf<SecurityEntry[]>(await auditor.get(log))).toEqual([]);
});

test('the Error ID of a refused upload is found, with its code and route, although there is no event', async () => {
  const refused = await saver.person.send('POST', '/api/transaction/url/', { url: 'ftp://example.com/a.png' });
  const { uuid, errorCode } = await bodyOf<{ uuid: string; errorCode: string }>(refused);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await searchUntilFound(uuid)).toMatchObject({
    by: 'error-id',
    found: [{ kind: 'error', id: uuid, code: errorCode, status: refused.status, route: 'POST /api/transaction/url/' }],
  });
  const groups = await bodyOf<FailureGroupView[]>(await support.get('/api/staff/failures/'));
  expect(groups).toContainEqual(
    expect.objectContaining({ code: errorCode, kind: 'request', place: 'POST /api/transaction/url/', people: 1 }),
  );
  const group = groups.find(({ code, place }) => code === errorCode && place === 'POST /api/transaction/url/');
  expect(group).toMatchObject({ isExpected: true, isIgnored: false });
  expect(group?.days).toHaveLength(14);
  expect(group?.days.at(-1)).toBeGreaterThanOrEqual(1);
  const cases = `/api/staff/failures/cases/?${new URLSearchParams({ group: group?.id ?? '' }).toString()}`;
  expect(await bodyOf<FailureCases>(await support.get(cases))).toContainEqual(expect.objectContaining({ id: uuid }));
  const ignore = { group: group?.id, isIgnored: true };
  expect((await support.send('PUT', '/api/staff/failures/ignored/', ignore)).status).toBe(204);
  const after = await bodyOf<FailureGroupView[]>(await support.get('/api/staff/failures/'));
  expect(after.find(({ id: one }) => one === group?.id)?.isIgnored).toBe(true);
});

test('the id of the saving request leads to the picture and the team that paid', async () => {
  const { by, found } = await searchUntilFound(saveRequest);
  expect(by).toBe('error-id');
  expect(found.map(({ kind, id: page }) => [kind, page])).toEqual(
    expect.arrayContaining([
      ['picture', id],
      ['team', saver.teamId],
    ]),
  );
});

test('a picture is found by its id, a save of it, and the SHA-256 of its uploaded or downloaded file', async () => {
  expect(await searchUntilFound(id)).toMatchObject({ by: 'transaction', found: [{ kind: 'picture', id }] });
  expect(await search(saveId)).toMatchObject({ by: 'receipt', found: [{ kind: 'picture', id }] });
  const file = new Uint8Array(await (await saver.person.get(`/api/transaction/${id}/download/high/`)).arrayBuffer());
  const hash = createHash('sha256').update(file).digest('hex');
  expect(await search(hash.toUpperCase())).toMatchObject({ by: 'file-hash', found: [{ kind: 'picture', id }] });
});

test('an account is found only by its exact address, and the log keeps a digest of it', async () => {
  const email = (await saver.person.me())?.email ?? '';
  const { by, found } = await search(email.toUpperCase());
  expect(by).toBe('email');
  expect(found).toContainEqual(expect.objectContaining({ kind: 'team', id: saver.teamId }));
  expect((await search(email.slice(1))).found).toEqual([]);
  expect(await errorOf(await support.send('POST', '/api/staff/search/', { q: 'ann' }))).toBe('400 validation_failed');
  const written = (await product.events()).filter(({ event }) => event.type === 'StaffLookedUp');
  expect(written).not.toEqual([]);
  expect(JSON.stringify(written).toLowerCase()).not.toContain(email.toLowerCase());
});

test("a picture's facts are its events and its lines of the pool, each with its cause", async () => {
  const facts = await bodyOf<PictureFacts>(await support.get(`/api/staff/pictures/${id}/`));
  expect(facts).toMatchObject({ id, status: 'uploaded', owner: { kind: 'user', teamId: saver.teamId } });
  const types = facts.events.map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(['ImageUploaded', 'BackgroundRemoved', 'CreditsSpent', 'HdSaveCompleted']),
  );
  const [uploaded] = facts.events;
  const removed = facts.events.find(({ type }) => type === 'BackgroundRemoved');
  expect(removed?.causationId).toBe(uploaded?.id);
  expect(removed?.work).toMatchObject({ attempt: 1, queuedMs: expect.any(Number), ms: expect.any(Number) });
  expect(removed?.data['renderer']).toMatchObject({ name: 'clearcut-scene' });

  const state = await bodyOf<PictureStateAnswer>(await support.get(`/api/staff/pictures/${id}/state/?version=2`));
  expect(state).toMatchObject({ version: 2, before: { phase: { status: 'pending' } } });
  expect(state.state).toMatchObject({ picture: { original: { sha256: facts.sha256 } } });
  expect(await errorOf(await support.get(`/api/staff/pictures/${randomUUID()}/`))).toBe('404 transaction_not_found');
});

test('the facts outlive the picture, and staff never get a pixel', async () => {
  const other = await newSaver(product, 0);
  const { id: gone } = await other.cutOut(await photo());
  for (const path of ['download/low/', 'proxy/image/', 'download/high/']) {
    expect(await errorOf(await support.get(`/api/transaction/${gone}/${path}`))).toBe('404 transaction_not_found');
  }
  expect((await other.person.send('DELETE', `/api/transaction/${gone}/`)).status).toBe(204);
  const facts = await bodyOf<PictureFacts>(await support.get(`/api/staff/pictures/${gone}/`));
  expect(facts.status).toBe('deleted');
});

test('an auditor reads and exports who searched and opened what', async () => {
  const entries = await eventually(async () => {
    const filter = encodeURIComponent(JSON.stringify({ staffId: support.id }));
    const page = await bodyOf<AuditEntry[]>(await auditor.get(`/api/staff/audit/?filter=${filter}`));
    return page.some(({ action, target }) => action === 'open-picture' && target === id) ? page : undefined;
  });
  expect(entries.filter(({ action, target }) => action === 'open-picture' && target === id)).toHaveLength(1);
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'look-up', lookedBy: 'email', staffEmail: support.email }),
  );
  const csv = await (await auditor.get('/api/staff/audit/export.csv')).text();
  expect(csv).toContain(`Opened a picture`);
  expect(csv).toContain(id);
});

test('rebuilding the support read models gives the same rows', async () => {
  const { database, eventStore } = product;
  const context = {
    database,
    eventStore,
    log: createLogger('test', { logLevel: 'silent' }),
    signal: new AbortController().signal,
  };
  for (const model of readModels.filter(({ name }) => ['support-index', 'staff-audit'].includes(name))) {
    const rows = async (): Promise<unknown> =>
      (await database.query(`SELECT jsonb_agg(e ORDER BY e::text) AS rows FROM ${model.schema}.entry e`))[0];
    const before = await rows();
    await rebuildReadModel(model, context);
    expect(await rows(), model.name).toEqual(before);
  }
});

test('regression: a card with a day that no calendar has finds nothing', async () => {
  for (const day of ['2026-02-31', '0000-01-01', '2026-13-01']) {
    expect(await search(`4242 ${day}`)).toEqual({ by: 'card', found: [] });
  }
});

test('regression: the day of a card is UTC, whatever the time zone of the database', async () => {
  await product.database.query(
    `INSERT INTO billing.payment (invoice_id, team_id, number, last4, at)
     VALUES ('in_late', $1, NULL, '1881', '2026-05-01T23:00:00Z')`,
    [saver.teamId],
  );
  const team = { kind: 'team', id: saver.teamId, at: null };
  expect(await search('1881 2026-05-01')).toEqual({ by: 'card', found: [team] });
  expect(await search('1881 2026-05-02')).toEqual({ by: 'card', found: [] });
});
