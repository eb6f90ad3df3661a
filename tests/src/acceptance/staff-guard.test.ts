/** Each staff read is logged, and staff changes need a short session and a recent proof. */
import { randomUUID } from 'node:crypto';
import {
  type AccountDecision,
  createAccountHandler,
  grantStaff,
  recordFactorsRemoved,
  revokeStaff,
} from '@clearcut/command-api/accounts';
import type { Position } from '@clearcut/platform/event-store/port';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import type { PictureFacts } from '@clearcut/schemas/support/http';
import { STAFF_ROLES } from '@clearcut/schemas/support/staff-roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE } from '../support/access-table.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import type { Person } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { replayEnd, requestReplay } from '../support/replays.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

let product: Installation;
let owner: Saver;
let support: Staff;
beforeAll(async () => {
  product = await sharedInstallation();
  [owner, support] = [await newSaver(product, 0), await newStaff(product, 'support')];
});
afterAll(() => product.stop());

const READS = Object.keys(TABLE).filter((name) => name.startsWith('GET /api/staff/'));
const roleFor = (name: string) => STAFF_ROLES.find((role) => TABLE[name]?.(`staff ${role}`) === true) ?? 'support';

/** Actions of a member of staff, from the log. */
async function actionsOf(staffId: string): Promise<ClearcutEvent[]> {
  const found: ClearcutEvent[] = [];
  let from: Position | null = null;
  for (let isCaughtUp = false; !isCaughtUp;) {
    const batch = await product.eventStore.readAll({ from, filter: { categories: ['staffAction'] } });
    found.push(
      ...batch.events.flatMap(({ event }) =>
        'staffId' in event.data && event.data.staffId === staffId ? [event] : [],
      ),
    );
    ({ position: from, caughtUp: isCaughtUp } = batch);
  }
  return found;
}

test('each staff read is logged, and one of a picture is shown to its team', async () => {
  const { id } = await owner.cutOut(await photo());
  expect((await owner.person.send('POST', `/api/transaction/${id}/support-access/`, {})).status).toBe(201);
  const replay = await requestReplay(support, id);
  await replayEnd(support, replay);
  const facts = await bodyOf<PictureFacts>(await support.get(`/api/staff/pictures/${id}/`));
  const form = new FormData();
  const fields = { email: `${randomUUID()}@example.com`, subject: 'Hair', message: 'It is missing' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from('%PDF-1.7 a page')]), 'page.pdf');
  const sent = await fetch(`${product.url}/api/contact/`, { method: 'POST', body: form });
  const { id: message } = await bodyOf<{ id: string }>(sent);

  const silent: string[] = [];
  for (const name of READS) {
    const path = name.slice('GET '.length);
    const of = path.includes('/messages/') ? message : /\/(?:teams|ledgers)\//.test(path) ? owner.teamId : id;
    const address = path
      .replace('/replays/{id}', `/replays/${replay}`)
      .replace('{id}', of)
      .replace('{sha256}', facts.sha256)
      .replace('/state/', '/state/?version=1')
      .replace('/failures/cases/', '/failures/cases/?group=none');
    const staff = await newStaff(product, roleFor(name));
    const answer = await staff.get(address);
    await answer.body?.cancel();
    // A file of a replay exists where it came out otherwise.
    if (answer.status !== 200 && !path.includes('/replays/{id}/files/')) silent.push(`${name}: ${answer.status}`);
    const actions = await actionsOf(staff.id);
    if (actions.length !== 1) silent.push(`${name}: ${actions.length} lines`);
    const isOfPicture = /\/(?:pictures|replays)\//.test(path);
    const expected = isOfPicture ? { action: 'open-picture', target: id, ownerTeamId: owner.teamId } : {};
    expect.soft(actions[0]?.data, name).toMatchObject(expected);
  }
  expect(READS.length).toBeGreaterThan(20);
  expect(silent).toEqual([]);
});

async function age(
  userId: string,
  column: 'created_at' | 'last_seen_at' | 'proved_at',
  minutes: number,
): Promise<void> {
  await product.database.query(
    `UPDATE identity.sessions SET ${column} = now() - make_interval(mins => $2) WHERE user_id = $1`,
    [userId, minutes],
  );
}
const isIn = async (person: Person): Promise<boolean> => (await person.get('/api/user/me/')).status === 200;

test('a staff session ends after 12 hours, and after 30 minutes without use', async () => {
  const [old, idle] = [await newStaff(product, 'auditor'), await newStaff(product, 'billing')];
  await age(old.id, 'created_at', 12 * 60 - 1);
  await age(idle.id, 'last_seen_at', 29);
  expect([await isIn(old), await isIn(idle)]).toEqual([true, true]);
  await age(old.id, 'created_at', 12 * 60 + 1);
  await age(idle.id, 'last_seen_at', 31);
  expect(await errorOf(await old.get('/api/staff/audit/'))).toBe('401 not_logged_in');
  expect([await isIn(old), await isIn(idle)]).toEqual([false, false]);
  // The session has ended for good, even for someone who is no longer staff.
  expect(
    await product.database.query('SELECT FROM identity.sessions WHERE user_id = ANY($1)', [[old.id, idle.id]]),
  ).toEqual([]);
});

test('any other session ends after 14 days without use', async () => {
  const member = await newSaver(product, 0);
  await age(member.userId, 'created_at', 29 * 24 * 60);
  await age(member.userId, 'last_seen_at', 13 * 24 * 60);
  expect(await isIn(member.person)).toBe(true);
  await age(member.userId, 'last_seen_at', 14 * 24 * 60 + 1);
  expect(await isIn(member.person)).toBe(false);
});

test('regression: staff lose their rights at once, however far the read model lags', async () => {
  const staff = await newStaff(product, 'auditor');
  const audit = () => staff.get('/api/staff/audit/');
  expect((await audit()).status).toBe(200);
  const accounts = createAccountHandler(product.eventStore);
  const change = (decision: AccountDecision) =>
    accounts.handle(staff.id, decision, {
      commandId: randomUUID(),
      correlationId: randomUUID(),
      causationId: 'test',
      actor: { kind: 'operator', id: 'test' },
      now: new Date(),
    });
  await product.database.transaction(async (tx) => {
    // Blocks the projector, but no reader.
    await tx.query('LOCK TABLE read_team.checkpoint IN EXCLUSIVE MODE');
    await change(grantStaff(staff.id, ['billing']));
    expect(await errorOf(await audit())).toBe('403 forbidden');
    await change(grantStaff(staff.id, ['auditor']));
    await change(recordFactorsRemoved(staff.id, 'admin'));
    expect(await errorOf(await audit())).toBe('403 staff_second_factor_missing');
    await change(revokeStaff(staff.id));
    expect(await staff.me()).toMatchObject({ is_staff: false, staff_roles: [] });
  });
});

test('staff need a recent proof to change anything', async () => {
  const { id } = await owner.cutOut(await photo({ width: 90, height: 60 }));
  const billing = await newStaff(product, 'billing');
  for (const staff of [support, billing]) await age(staff.id, 'proved_at', 11);
  const glass = { reason: 'abuse', text: 'Two reports say that it breaks the terms' };
  const before = (await actionsOf(support.id)).length;
  expect(await errorOf(await support.send('POST', `/api/staff/pictures/${id}/break-glass/`, glass))).toBe(
    '403 proof_required',
  );
  const adjustment = { adjustmentId: randomUUID(), credits: 5, reason: 'A save that failed' };
  expect(await errorOf(await billing.send('POST', `/api/staff/teams/${owner.teamId}/adjustments/`, adjustment))).toBe(
    '403 proof_required',
  );
  expect((await actionsOf(support.id)).length).toBe(before);
  await age(support.id, 'proved_at', 9);
  expect((await support.send('POST', `/api/staff/pictures/${id}/break-glass/`, glass)).status).toBe(201);
});
