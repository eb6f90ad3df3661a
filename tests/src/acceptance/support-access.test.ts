/**
 * Staff see no pixel without the customer's grant or a break-glass; the customer sees each, and a grant keeps the
 * picture.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createAccessHandler, grantAccess } from '@clearcut/command-api/support';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { AccessView, GrantAnswer, PictureAccess } from '@clearcut/schemas/support/access-http';
import type { PictureFacts } from '@clearcut/schemas/support/http';
import { STAFF_ROLES, type StaffRole } from '@clearcut/schemas/support/staff-roles';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Owner } from '@clearcut/schemas/transaction/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createClient, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, type Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

const HOUR_MS = 3_600_000;
const TEXT = 'Two reports say that it breaks the terms';
const DENIED = '403 access_not_granted';

let product: Installation;
const staff = new Map<StaffRole, Staff>();
let owner: Saver;
let id: string;

beforeAll(async () => {
  product = await sharedInstallation();
  for (const role of STAFF_ROLES) staff.set(role, await newStaff(product, role));
  owner = await newSaver(product, 1);
  ({ id } = await owner.cutOut(await photo()));
  await owner.save(id);
  await owner.person.send('POST', `/api/transaction/${id}/erase/?boundingBox=0,0,8,8`);
  await product.settled();
});
afterAll(() => product.stop());

function who(role: StaffRole): Staff {
  const person = staff.get(role);
  if (person === undefined) throw new Error(`There is no staff of the role ${role}`);
  return person;
}

/** Addresses of all files: original, previews, mattes, regions, HD. */
async function filesOf(picture: string): Promise<Map<string, string>> {
  const { events } = await bodyOf<PictureFacts>(await who('support').get(`/api/staff/pictures/${picture}/`));
  const files = events.flatMap(({ data }) =>
    Object.entries(data).flatMap(([name, value]) => {
      const { sha256, blob } = (value ?? {}) as { sha256?: string; blob?: string };
      return sha256 === undefined || blob === undefined
        ? []
        : [[name, `/api/staff/pictures/${picture}/files/${sha256}/`]];
    }),
  );
  return new Map(files as [string, string][]);
}

const grant = (person: Person, picture: string, body: object = {}) =>
  person.send('POST', `/api/transaction/${picture}/support-access/`, body);
const breakGlass = (person: Person, picture: string, body: object = { reason: 'abuse', text: TEXT }) =>
  person.send('POST', `/api/staff/pictures/${picture}/break-glass/`, body);
const accesses = async (person: Person) => bodyOf<AccessView[]>(await person.get('/api/support-access/'));

/** Answers per role and file; one line if all files are answered alike. */
async function answersOf(files: ReadonlyMap<string, string>): Promise<Record<StaffRole, string>> {
  const answers: Partial<Record<StaffRole, string>> = {};
  for (const role of STAFF_ROLES) {
    const got = new Set<string>();
    for (const file of files.values()) {
      const answer = await who(role).get(file);
      got.add(answer.status === 200 ? '200' : await errorOf(answer));
    }
    answers[role] = [...got].join(', ');
  }
  return answers as Record<StaffRole, string>;
}

test('every file of a picture is closed to every role without a grant, opens to support under one, and closes with it', async () => {
  const files = await filesOf(id);
  expect([...files.keys()].sort()).toEqual(
    expect.arrayContaining([
      'coarseMatte',
      'file',
      'improved',
      'matte',
      'original',
      'regions',
      'resized',
      'transformed',
    ]),
  );
  const others = { billing: '403 forbidden', operations: '403 forbidden', auditor: '403 forbidden' };
  const closed = { support: DENIED, ...others };
  expect(await answersOf(files)).toEqual(closed);
  for (const other of [owner.person, createPerson(product.url)]) {
    const refused = await errorOf(await other.get(files.get('original') ?? ''));
    expect(['403 forbidden', '401 not_logged_in']).toContain(refused);
  }

  const given = await grant(owner.person, id);
  expect(given.status).toBe(201);
  const { grantId, until, holdUntil } = await bodyOf<GrantAnswer>(given);
  const hours = (Date.parse(until) - Date.now()) / HOUR_MS;
  expect(hours).toBeGreaterThan(71.9);
  expect(hours).toBeLessThan(73.1);
  expect(holdUntil).toBe(until);
  expect(await answersOf(files)).toEqual({ support: '200', ...others });
  const answer = await who('support').get(files.get('original') ?? '');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const digest = createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
  expect(files.get('original')).toContain(digest);

  const withdrawn = await owner.person.send('DELETE', `/api/transaction/${id}/support-access/${grantId}/`);
  expect(withdrawn.status).toBe(204);
  expect(await answersOf(files)).toEqual(closed);
  // An expired grant is worth nothing.
  await endedGrant(id, { kind: 'user', userId: owner.userId, teamId: owner.teamId, sessionId: randomUUID() });
  expect(await answersOf(files)).toEqual(closed);
});

test('only the owner reads each view, once, with who and when', async () => {
  const [seen] = await eventually(async () => {
    const list = await accesses(owner.person);
    return list.some(({ sights }) => sights.length > 0) ? list.filter(({ sights }) => sights.length > 0) : undefined;
  });
  expect(seen).toMatchObject({ pictureId: id, kind: 'granted', isOpen: false, withdrawnAt: expect.any(String) });
  const originals = seen?.sights.filter(({ file }) => file === 'original');
  expect(originals).toEqual([{ at: expect.any(String), staffId: who('support').id, file: 'original' }]);
  expect(await accesses((await newSaver(product, 0)).person)).toEqual([]);
  const staffView = await bodyOf<PictureAccess>(await who('auditor').get(`/api/staff/pictures/${id}/access/`));
  expect(staffView.openUntil).toBeNull();
  expect(staffView.accesses.map(({ grantId }) => grantId)).toContain(seen?.grantId);
});

test('only the owner grants: for a team admin, another user and a visitor the picture does not exist', async () => {
  for (const other of [(await newSaver(product, 0)).person, createPerson(product.url)]) {
    expect(await errorOf(await grant(other, id))).toBe('404 transaction_not_found');
  }
  expect(await errorOf(await grant(owner.person, id, { hours: 100 }))).toBe('400 validation_failed');
  const first = await bodyOf<GrantAnswer>(await grant(owner.person, id, { hours: 24 }));
  expect(await bodyOf<GrantAnswer>(await grant(owner.person, id, { hours: 24 }))).toEqual(first);
  const absent = `/api/transaction/${id}/support-access/${randomUUID()}/`;
  expect(await errorOf(await owner.person.send('DELETE', absent))).toBe('404 grant_not_found');
  await owner.person.send('DELETE', `/api/transaction/${id}/support-access/${first.grantId}/`);
});

test('a break-glass needs a reason, opens to one staff member for an hour, and notifies the owner at once', async () => {
  const customer = await newSaver(product, 0, { language: 'ar' });
  const email = (await customer.person.me())?.email ?? '';
  const { id: picture } = await customer.cutOut(await photo());
  const files = await filesOf(picture);
  const support = who('support');
  for (const body of [
    {},
    { reason: 'abuse' },
    { reason: 'abuse', text: 'too short' },
    { reason: 'curious', text: TEXT },
  ]) {
    expect(await errorOf(await breakGlass(support, picture, body))).toBe('400 validation_failed');
  }
  expect(await errorOf(await breakGlass(who('auditor'), picture))).toBe('403 forbidden');
  const opened = await breakGlass(support, picture);
  expect(opened.status).toBe(201);
  const { grantId, until } = await bodyOf<{ grantId: string; until: string }>(opened);
  expect(Date.parse(until) - Date.now()).toBeLessThanOrEqual(HOUR_MS);
  expect((await answersOf(files)).support).toBe('200');
  const colleague = await newStaff(product, 'support');
  expect(await errorOf(await colleague.get(files.get('original') ?? ''))).toBe(DENIED);

  const mail = await mailTo(product.url, email, /فريق الدعم/);
  expect(mail.text).toContain(TEXT);
  expect(mail.text).toContain('/app/who-looked');
  const [seen] = await eventually(async () => {
    const list = await accesses(customer.person);
    return list.length > 0 ? list : undefined;
  });
  expect(seen).toMatchObject({
    grantId,
    kind: 'break-glass',
    staffId: support.id,
    reason: 'abuse',
    text: TEXT,
    isOpen: true,
  });
  // It can be neither hidden nor withdrawn.
  const path = `/api/transaction/${picture}/support-access/${grantId}/`;
  expect(await errorOf(await customer.person.send('DELETE', path))).toBe('404 grant_not_found');
  const log = await eventually(async () => {
    const page = await bodyOf<SecurityEntry[]>(await customer.person.get('/api/admin/security-log/'));
    return page.some(({ kind }) => kind === 'picture_seen') ? page : undefined;
  });
  expect(log).toContainEqual(expect.objectContaining({ kind: 'break_glass', pictureId: picture, detail: TEXT }));

  // A closed account leaves ids only: no mail goes out, and the log names no address.
  await customer.person.send('DELETE', `/api/transaction/${picture}/`);
  expect(await errorOf(await breakGlass(support, picture))).toBe('410 image_expired');
  const written = JSON.stringify(await product.events('supportAccess'));
  expect(written).toContain(support.id);
  expect(written).not.toContain(email);
});

test('a visitor grants access from the uploading browser, reads who looked, and keeps it after signing up', async () => {
  const visitor = createPerson(product.url);
  await visitor.get('/api/user/me');
  const client = createClient(product.url, {
    clientId: visitor.clientId,
    cookie: `clearcut_session=${visitor.session()}`,
  });
  const { id: picture } = await client.process(await photo({ width: 90, height: 60 }));
  expect((await grant(visitor, picture)).status).toBe(201);
  expect((await breakGlass(who('support'), picture)).status).toBe(201);
  const files = await filesOf(picture);
  expect((await who('support').get(files.get('original') ?? '')).status).toBe(200);
  const seenBy = (person: Person) =>
    eventually(async () => {
      const list = await accesses(person);
      return list.length === 2 && list.some(({ sights }) => sights.length > 0) ? list : undefined;
    });
  await seenBy(visitor);
  expect(await accesses(createPerson(product.url))).toEqual([]);
  expect(await mailsTo(product.url, '')).toEqual([]);
  const { anonymous_session_id: session } = await visitor.signUp(`${randomUUID()}@example.com`);
  const linked = await visitor.send('POST', '/api/transaction/link-anonymous-images/', { session_id: session });
  expect(await bodyOf<{ transferred: number }>(linked)).toMatchObject({ transferred: 1 });
  await seenBy(visitor);
});

async function endedGrant(picture: string, of: Owner): Promise<void> {
  const past = new Date(Date.now() - HOUR_MS).toISOString();
  await grantInLog(picture, of, past, past);
}

async function grantInLog(picture: string, of: Owner, until: string, holdUntil: string | null): Promise<string> {
  const grantId = randomUUID();
  await createAccessHandler(product.eventStore).handle(
    picture,
    grantAccess({ transactionId: picture, owner: of, grantId, until, holdUntil, caseId: null }),
    {
      commandId: grantId,
      correlationId: grantId,
      causationId: 'test',
      actor: { kind: 'system', id: 'test' },
      now: new Date(),
    },
  );
  return grantId;
}

/** The same picture, uploaded by the same person a day and two hours ago, with a file. */
async function oldPicture(like: string): Promise<{ readonly id: string; readonly of: Owner }> {
  const [uploaded] = await product.eventStore.readStream(`transaction-${like}`);
  if (uploaded?.event.type !== 'ImageUploaded') throw new Error('There is no upload');
  const transactionId = randomUUID();
  const { owner: of, source, original } = uploaded.event.data;
  await product.database.query(
    "INSERT INTO identity.file_names (transaction_id, name, created_at) VALUES ($1, 'old.jpg', now() - interval '26 hours')",
    [transactionId],
  );
  await product.blobStore.put(`transaction/${transactionId}/original`, Buffer.from('a picture'));
  await product.eventStore.append(`transaction-${transactionId}`, 0, [
    {
      id: derivedId('test', transactionId),
      event: {
        type: 'ImageUploaded',
        data: { transactionId, owner: of, source, original, batchId: null, askedModel: null },
      },
      metadata: { ...uploaded.metadata, occurredAt: new Date(Date.now() - 26 * HOUR_MS).toISOString() },
    },
  ]);
  return { id: transactionId, of };
}

test("a grant keeps a picture's files beyond 24 hours, and revoking it removes them at once", async () => {
  const [held, lapsed, control] = [await oldPicture(id), await oldPicture(id), await oldPicture(id)];
  const until = new Date(Date.now() + 5 * HOUR_MS).toISOString();
  const grantId = await grantInLog(held.id, held.of, until, until);
  await endedGrant(lapsed.id, lapsed.of);
  const view = await eventually(async () => {
    const answer = await owner.person.get(`/api/transaction/${held.id}/`);
    return answer.status === 200 ? bodyOf<TransactionView>(answer) : undefined;
  });
  expect(view.expiresAt).toBe(until);
  for (const { id: gone } of [lapsed, control]) {
    expect(await errorOf(await owner.person.get(`/api/transaction/${gone}/`))).toBe('410 image_expired');
  }

  // A restart triggers the policy's next round.
  await product.replace('command-api');
  for (const { id: gone } of [lapsed, control]) {
    await expect.poll(() => product.blobsOf(gone), { timeout: 60_000 }).toEqual([]);
    expect((await product.eventTypes(gone)).at(-1)).toBe('ImageExpired');
  }
  expect(await product.blobsOf(held.id)).not.toEqual([]);
  expect(await product.eventTypes(held.id)).not.toContain('ImageExpired');
  const listed = await bodyOf<{ transactions: TransactionView[] }>(await owner.person.get('/api/transaction/'));
  expect(listed.transactions.map(({ id: one }) => one)).toContain(held.id);

  const path = `/api/transaction/${held.id}/support-access/${grantId}/`;
  expect((await owner.person.send('DELETE', path)).status).toBe(204);
  expect((await product.eventTypes(held.id)).at(-1)).toBe('ImageExpired');
  await expect.poll(() => product.blobsOf(held.id)).toEqual([]);
});
