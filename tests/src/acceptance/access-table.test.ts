/**
 * Who may call what: every route of the API with every kind of caller. The table is written by hand, on purpose without a look at
 * the contracts; a route that is not in it fails the test.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AdminUser } from '@clearcut/schemas/team/http';
import { PERMISSION_SECTIONS, type PermissionSection } from '@clearcut/schemas/team/permissions';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import type { CreatedKey } from '@clearcut/schemas/api-keys/http';
import { KEY_SCOPES, type KeyScope } from '@clearcut/schemas/api-keys/rights';
import { STAFF_ROLES, type StaffRole } from '@clearcut/schemas/support/staff-roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createClient } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { grantStaff, newStaff } from '../support/staff.ts';

type Role = 'visitor' | 'admin' | 'collaborator' | 'outsider' | 'staff' | `only ${PermissionSection}`;

/** Admins of their own teams; the first one's team is that of the limited members and the collaborator. */
const ADMINS: readonly Role[] = ['admin', 'outsider', 'staff'];
const LIMITED = PERMISSION_SECTIONS.map((section) => `only ${section}` as const);
const ROLES: readonly Role[] = ['visitor', ...ADMINS, 'collaborator', ...LIMITED];

/** With a second factor. `staff` alone has no role, as those who were made staff before there were roles. */
type StaffName = `staff ${StaffRole}`;

type Rule = (role: Role | StaffName) => boolean;
const anyone: Rule = () => true;
const loggedIn: Rule = (role) => role !== 'visitor';
const admins: Rule = (role) => ADMINS.some((admin) => admin === role);
const staff =
  (...roles: StaffRole[]): Rule =>
  (role) =>
    roles.some((one) => role === `staff ${one}`);
/** Visitors, and members with one of the sections. */
const sections =
  (...names: PermissionSection[]): Rule =>
  (role) =>
    role === 'visitor' ||
    admins(role) ||
    (role === 'collaborator' && (names.includes('editor') || names.includes('myImages'))) ||
    names.some((name) => role === `only ${name}`);

const members =
  (...names: PermissionSection[]): Rule =>
  (role) =>
    role !== 'visitor' && sections(...names)(role);

const TABLE: Record<string, Rule> = {
  'POST /api/user/': anyone,
  'GET /api/user/me/': loggedIn,
  'PATCH /api/user/me/': loggedIn,
  'POST /api/user/me/consent/': loggedIn,
  'GET /api/user/me/chat/': loggedIn,
  'POST /api/user/me/close/': loggedIn,
  'GET /api/auth/options/': anyone,
  'POST /api/auth/login/': anyone,
  'POST /api/contact/': anyone,
  'GET /api/geo/': anyone,
  'POST /api/analytics/landing/': anyone,
  'GET /api/auth/logout/': anyone,
  'POST /api/auth/send-token/': anyone,
  'POST /api/auth/magic-link/': anyone,
  'POST /api/auth/magic-link/login/': anyone,
  'GET /api/auth/magic-link/': anyone,
  'POST /api/auth/decline-invitation/': anyone,
  'POST /api/auth/prove-address/': loggedIn,
  'POST /api/auth/send-proof/': loggedIn,
  'POST /api/auth/reset-password/': anyone,
  'GET /api/auth/invitation/': anyone,
  'POST /api/auth/accept-invitation/': anyone,
  'GET /api/auth/second-factor/': loggedIn,
  'POST /api/auth/second-factor/totp/': loggedIn,
  'POST /api/auth/second-factor/totp/confirm/': loggedIn,
  'DELETE /api/auth/second-factor/totp/': loggedIn,
  'POST /api/auth/second-factor/recovery-codes/': loggedIn,
  'POST /api/auth/second-factor/login/': anyone,
  'POST /api/auth/step-up/': loggedIn,
  'POST /api/auth/passkeys/options/': loggedIn,
  'POST /api/auth/passkeys/': loggedIn,
  'PATCH /api/auth/passkeys/{id}/': loggedIn,
  'DELETE /api/auth/passkeys/{id}/': loggedIn,
  'POST /api/auth/passkeys/challenge/': anyone,
  'POST /api/auth/passkeys/login/': anyone,
  'GET /api/auth/sessions/': loggedIn,
  'DELETE /api/auth/sessions/': loggedIn,
  'DELETE /api/auth/sessions/{id}/': loggedIn,
  'GET /api/auth/reset-password/': anyone,
  'GET /api/auth/third-party-logins/': loggedIn,
  'DELETE /api/auth/third-party-logins/{id}/': loggedIn,
  'GET /api/auth/oidc/start/': anyone,
  'GET /api/auth/oidc/callback/': anyone,
  'GET /api/admin/users/': admins,
  'POST /api/admin/users/': admins,
  'GET /api/admin/users/{id}/': admins,
  'PUT /api/admin/users/{id}/': admins,
  'DELETE /api/admin/users/{id}/': admins,
  'POST /api/admin/users/{id}/invite/': admins,
  'POST /api/admin/users/{id}/disable/': admins,
  'POST /api/admin/users/{id}/enable/': admins,
  'DELETE /api/admin/users/{id}/second-factor/': admins,
  'GET /api/admin/second-factor-policy/': admins,
  'PUT /api/admin/second-factor-policy/': admins,
  'GET /api/admin/security-log/': admins,
  'GET /api/admin/security-log/export.csv': admins,
  'GET /api/admin/credit-ledger/': members('transactionHistory'),
  'GET /api/admin/credit-ledger/days/': members('billing', 'transactionHistory'),
  'GET /api/admin/credit-ledger/export.csv': members('transactionHistory'),
  'GET /api/admin/credit-ledger/verification/': members('transactionHistory'),
  'GET /api/admin/credit-ledger/proof.csv': members('transactionHistory'),
  'GET /api/billing/': loggedIn,
  'POST /api/team/ask-for-credits/': loggedIn,
  'GET /api/stripe/config/': anyone,
  'GET /api/stripe/prices/': anyone,
  'GET /api/stripe/currencies/': anyone,
  'GET /api/stripe/setup-intent/': members('billing'),
  'POST /api/stripe/create-intent/': members('billing'),
  'POST /api/stripe/subscribe/': members('billing'),
  'GET /api/stripe/subscription/next-action/': members('billing'),
  'PATCH /api/stripe/subscription/switch/': members('billing'),
  'POST /api/stripe/subscription/cancel/': members('billing'),
  'POST /api/stripe/subscription/resume/': members('billing'),
  'POST /api/stripe/subscription/retry/': members('billing'),
  'POST /api/stripe/finalize-trial/': members('billing'),
  'POST /api/stripe/charge-support-addon/': members('billing'),
  'GET /api/stripe/payment-methods/': members('billing'),
  'DELETE /api/stripe/payment-methods/': members('billing'),
  'POST /api/stripe/set-default-payment-method/': members('billing'),
  'GET /api/stripe/billing/tax-info/': members('billing', 'taxInformation'),
  'PATCH /api/stripe/billing/tax-info/': members('billing', 'taxInformation'),
  'GET /api/stripe/invoices/': members('billing'),
  'POST /api/stripe/portal/': members('billing'),
  'POST /api/stripe/sync/': members('billing'),
  'POST /api/stripe/webhook/': anyone,
  'GET /api/template/': members('editor'),
  'POST /api/template/': members('editor'),
  'PUT /api/template/{id}/': members('editor'),
  'DELETE /api/template/{id}/': members('editor'),
  'GET /api/keys/': admins,
  'POST /api/keys/': admins,
  'PATCH /api/keys/{id}/': admins,
  'DELETE /api/keys/{id}/': admins,
  'POST /api/keys/{id}/rotate/': admins,
  'GET /api/keys/log/': admins,
  'GET /api/webhooks/': admins,
  'POST /api/webhooks/': admins,
  'PATCH /api/webhooks/{id}/': admins,
  'DELETE /api/webhooks/{id}/': admins,
  'POST /api/webhooks/{id}/rotate/': admins,
  'POST /api/webhooks/{id}/test/': admins,
  'GET /api/webhooks/{id}/messages/': admins,
  'POST /api/webhooks/{id}/messages/{messageId}/send/': admins,
  'POST /api/transaction/': sections('editor'),
  'POST /api/transaction/url/': sections('editor'),
  'GET /api/transaction/': sections('editor', 'myImages'),
  'GET /api/transaction/limits/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/': sections('editor', 'myImages'),
  'DELETE /api/transaction/{id}/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/events/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/proxy/image/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/download/low/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/download/high/': sections('editor', 'myImages'),
  'POST /api/transaction/download/bulk/{quality}/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/save/{saveId}/receipt/': members('editor', 'myImages', 'transactionHistory'),
  'POST /api/transaction/{id}/subject/': sections('editor'),
  'POST /api/transaction/{id}/fork/': sections('editor'),
  'POST /api/transaction/{id}/erase/': sections('editor'),
  'POST /api/transaction/{id}/restore/': sections('editor'),
  'POST /api/transaction/{id}/refine/': sections('editor'),
  'POST /api/transaction/{id}/save/': sections('editor'),
  'POST /api/transaction/{id}/blur/': sections('editor'),
  'POST /api/transaction/{id}/edit/': sections('editor'),
  'POST /api/transaction/{id}/reset/': sections('editor'),
  'POST /api/transaction/{id}/op/{opId}/restore/': sections('editor'),
  'GET /api/transaction/{id}/op/{opId}/mask/': sections('editor', 'myImages'),
  'GET /api/transaction/{id}/embedding-mask/': sections('editor', 'myImages'),
  'POST /api/transaction/{id}/background/image/': sections('editor'),
  'GET /api/transaction/background/image/{id}/': sections('editor', 'myImages'),
  'POST /api/transaction/{id}/support-access/': sections('editor', 'myImages'),
  'DELETE /api/transaction/{id}/support-access/{grantId}/': sections('editor', 'myImages'),
  'GET /api/support-access/': sections('editor', 'myImages'),
  'POST /api/transaction/link-anonymous-images/': loggedIn,
  'GET /api/remove/': anyone,
  'POST /api/remove/': anyone,
  'POST /api/staff/search/': staff('support', 'billing', 'auditor'),
  'GET /api/staff/pictures/{id}/access/': staff('support', 'auditor'),
  'POST /api/staff/pictures/{id}/break-glass/': staff('support'),
  'GET /api/staff/pictures/{id}/files/{sha256}/': staff('support'),
  'GET /api/staff/pictures/{id}/': staff('support', 'auditor'),
  'GET /api/staff/pictures/{id}/state/': staff('support', 'auditor'),
  'GET /api/staff/models/': staff('support', 'operations'),
  'POST /api/staff/pictures/{id}/forks/': staff('support', 'operations'),
  'POST /api/staff/pictures/{id}/replays/': staff('support'),
  'GET /api/staff/pictures/{id}/replays/': staff('support'),
  'GET /api/staff/replays/{id}/': staff('support'),
  'GET /api/staff/replays/{id}/files/{sha256}/': staff('support'),
  'GET /api/staff/messages/': staff('support'),
  'GET /api/staff/messages/{id}/': staff('support'),
  'GET /api/staff/messages/{id}/file/': staff('support'),
  'POST /api/staff/messages/{id}/answers/': staff('support'),
  'GET /api/staff/failures/': staff('support', 'operations', 'auditor'),
  'GET /api/staff/sign-ups/': staff('operations', 'auditor'),
  'GET /api/staff/work/': staff('support', 'operations', 'auditor'),
  'GET /api/staff/work/history/': staff('support', 'operations', 'auditor'),
  'GET /api/staff/figures/': staff('operations', 'auditor'),
  'POST /api/staff/read-models/{name}/rebuild/': staff('operations'),
  'GET /api/staff/dead-letters/': staff('support', 'operations', 'auditor'),
  'POST /api/staff/dead-letters/redrive/': staff('operations'),
  'GET /api/staff/ledgers/{id}/': staff('billing', 'auditor'),
  'GET /api/staff/ledgers/{id}/verification/': staff('billing', 'auditor'),
  'GET /api/staff/ledgers/{id}/export.csv': staff('billing', 'auditor'),
  'GET /api/staff/teams/{id}/': staff('support', 'billing', 'auditor'),
  'POST /api/staff/teams/{id}/adjustments/': staff('billing'),
  'GET /api/staff/audit/': staff('auditor'),
  'GET /api/staff/audit/export.csv': staff('auditor'),
  'GET /api/openapi.json': anyone,
  'GET /v1/openapi.json': anyone,
  'GET /healthz': anyone,
  'GET /readyz': anyone,
  'GET /metrics': anyone,
};

/** Routes for programs, with what a key needs to be allowed. No login opens them. */
const KEY_ROUTES: Record<string, KeyScope> = {
  'GET /v1/account/': 'account:read',
  'POST /v1/pictures/': 'pictures:write',
  'GET /v1/pictures/': 'pictures:read',
  'GET /v1/pictures/{id}/': 'pictures:read',
  'DELETE /v1/pictures/{id}/': 'pictures:write',
  'PATCH /v1/pictures/{id}/settings/': 'pictures:write',
  'POST /v1/pictures/{id}/saves/': 'saves:write',
  'GET /v1/pictures/{id}/file/': 'pictures:read',
  'POST /v1/batches/': 'pictures:write',
  'GET /v1/batches/{id}/': 'pictures:read',
  'GET /v1/keys/': 'keys:manage',
  'POST /v1/keys/rotate/': 'keys:manage',
  'DELETE /v1/keys/{id}/': 'keys:manage',
  'GET /v1/webhooks/': 'webhooks:manage',
  'POST /v1/webhooks/': 'webhooks:manage',
  'PATCH /v1/webhooks/{id}/': 'webhooks:manage',
  'DELETE /v1/webhooks/{id}/': 'webhooks:manage',
  'POST /v1/webhooks/{id}/rotate/': 'webhooks:manage',
  'POST /v1/webhooks/{id}/test/': 'webhooks:manage',
  'GET /v1/webhooks/{id}/messages/': 'webhooks:manage',
  'POST /v1/webhooks/{id}/messages/{messageId}/send/': 'webhooks:manage',
  'POST /v1.0/removebg/': 'pictures:write',
  'GET /v1.0/account/': 'account:read',
  'POST /v1.0/improve/': 'pictures:write',
};

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The client id alone is enough: no cookie stands in for it. */
  readonly needsClientId: boolean;
  /** Knows its sender by a session; a webhook knows its own by a signature. */
  readonly takesSession: boolean;
  readonly takesKey: boolean;
}

let product: Installation;
let operations: Operation[];
let keyOperations: Operation[];
const people = new Map<Role, Person>();
const userIds = new Map<Role, string>();

function who(role: Role): Person {
  const person = people.get(role);
  if (person === undefined) throw new Error(`There is no ${role}`);
  return person;
}

const emailOf = (role: Role): string => `${role.replace(' ', '-')}@example.com`;

beforeAll(async () => {
  product = await startInstallation();
  for (const role of ROLES) people.set(role, createPerson(product.url));
  for (const role of ADMINS) userIds.set(role, (await who(role).signUp(emailOf(role))).pk);
  await who('admin').prove(emailOf('admin'));
  for (const role of ['collaborator', ...LIMITED] as const) {
    const [, section] = role.split(' ');
    const permissions = section === undefined ? [] : [section];
    const body = { email: emailOf(role), role: section === undefined ? 3 : 2, permissions };
    const added = await who('admin').send('POST', '/api/admin/users/', body);
    userIds.set(role, (await bodyOf<AdminUser>(added)).id);
    const token = tokenIn(await mailTo(product.url, emailOf(role), /invites you/));
    const accepted = await who(role).send('POST', '/api/auth/accept-invitation', { token, password: PASSWORD });
    expect(accepted.status).toBe(200);
  }
  await grantStaff(product, userIds.get('staff') ?? '', []);

  const { paths } = await bodyOf<{ paths: Record<string, Record<string, { security?: object[] }>> }>(
    await fetch(`${product.url}/api/openapi.json`),
  );
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      method: method.toUpperCase(),
      path,
      needsClientId: security.length === 1,
      takesSession: security.some((one) => 'clientId' in one),
      takesKey: security.some((one) => 'apiKey' in one),
    })),
  );
  keyOperations = operations.filter(({ takesKey }) => takesKey);
  operations = operations.filter(({ takesKey }) => !takesKey);
});
afterAll(() => product.stop());

/** Sends what does no harm: to ids that do not exist, with a body that says nothing. */
async function send(person: Person, { method, path }: Operation): Promise<string> {
  const address = path.replace('{id}', randomUUID());
  const answer =
    method === 'GET'
      ? await person.get(address)
      : await person.send(method as 'POST', address, method === 'DELETE' ? undefined : {});
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  const { errorCode } = (isJson ? JSON.parse(text) : {}) as { errorCode?: string };
  return errorCode === undefined ? String(answer.status) : `${answer.status} ${errorCode}`;
}

test('every route is in the table, and the table has no others', () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(TABLE).sort());
});

test('every route for programs is in their table, and asks for a key, for the right scope, and for no login', async () => {
  expect(keyOperations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(KEY_ROUTES).sort());
  const keys = new Map<KeyScope, string>();
  for (const scope of KEY_SCOPES) {
    const body = { label: scope, scopes: KEY_SCOPES.filter((one) => one !== scope) };
    const made = await who('admin').send('POST', '/api/keys/', body);
    keys.set(scope, (await bodyOf<CreatedKey>(made)).key);
  }
  const wrong: string[] = [];
  for (const { method, path } of keyOperations) {
    const name = `${method} ${path}`;
    const address = product.url + path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const cookie = `clearcut_session=${who('admin').session()}`;
    const byLogin = await fetch(address, { method, headers: { cookie, 'client-id': 'someone' } });
    const withoutScope = { 'x-api-key': keys.get(KEY_ROUTES[name] ?? 'account:read') ?? '' };
    const byKey = await fetch(address, { method, headers: withoutScope });
    if (![401, 403].includes(byLogin.status) || byKey.status !== 403) {
      wrong.push(`${name}: ${byLogin.status} ${byKey.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('docs/product.md names every route', async () => {
  const page = await readFile(new URL('../../../docs/product.md', import.meta.url), 'utf8');
  const routes = [...Object.keys(TABLE), ...Object.keys(KEY_ROUTES)];
  expect(routes.filter((route) => !page.includes(`\`${route}\``))).toEqual([]);
});

test.for(ROLES)('%s is let in where the table says so, and nowhere else', { timeout: 60_000 }, async (role) => {
  const wrong: string[] = [];
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    const refusal = role === 'visitor' ? '401 not_logged_in' : '403 forbidden';
    // A proof that is too old, so that nothing is closed.
    if (name.includes('/close')) {
      await product.database.query(`UPDATE identity.sessions SET proved_at = now() - interval '1 hour'`);
    }
    const outcome = await send(who(role), operation);
    // A logged-out person logs in again for the next route.
    if (name.includes('logout') && role !== 'visitor') await who(role).logIn(emailOf(role));
    const isRefused = outcome === '401 not_logged_in' || outcome === '403 forbidden';
    const asExpected = TABLE[name]?.(role) === true ? !isRefused : outcome === refusal;
    if (!asExpected || outcome.startsWith('5')) wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
});

test.for(STAFF_ROLES)(
  'staff of the role %s are let in to the staff routes of the role, and to no others',
  async (name) => {
    const person = await newStaff(product, name);
    const wrong: string[] = [];
    for (const operation of operations.filter(({ path }) => path.startsWith('/api/staff/'))) {
      const route = `${operation.method} ${operation.path}`;
      const outcome = await send(person, operation);
      const isOpen = TABLE[route]?.(`staff ${name}`) === true;
      if (isOpen === (outcome === '403 forbidden') || /^(401|5)/.test(outcome)) wrong.push(`${route}: ${outcome}`);
    }
    expect(wrong).toEqual([]);
  },
);

test('regression: a login that has ended is refused once, wherever it would have counted', async () => {
  const person = createPerson(product.url);
  await person.signUp('ended@example.com');
  const ended = person.session() ?? '';
  await person.get('/api/auth/logout');
  const wrong: string[] = [];
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    person.setSession(ended);
    const outcome = await send(person, operation);
    const isRefused = outcome === '401 not_logged_in';
    const asExpected = TABLE[name] === anyone ? !isRefused : isRefused && person.session() !== ended;
    if (!asExpected) wrong.push(`${name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
  person.setSession(ended);
  const twice = [await person.get('/api/transaction/'), await person.get('/api/transaction/')];
  expect(twice.map(({ status }) => status)).toEqual([401, 200]);
});

test('no unsafe route takes the cookie alone, as a form of another site would bring it', async () => {
  const wrong: string[] = [];
  for (const { method, path, needsClientId, takesSession } of operations) {
    if (!takesSession || (method === 'GET' && !needsClientId)) continue;
    const cookie = `clearcut_session=${who('admin').session()}`;
    const answer = await fetch(product.url + path.replace('{id}', randomUUID()), { method, headers: { cookie } });
    const { errorCode } = await bodyOf<{ errorCode?: string }>(answer);
    if (errorCode !== 'client_id_required') wrong.push(`${method} ${path}: ${answer.status} ${errorCode}`);
  }
  expect(wrong).toEqual([]);
  expect(await who('admin').me()).toBeDefined();
});

test('a call without any login is asked to log in by every private route, before anything else is asked', async () => {
  const wrong: string[] = [];
  for (const { method, path } of operations) {
    if (TABLE[`${method} ${path}`]?.('visitor') !== false) continue;
    for (const headers of [{}, { 'client-id': 'not valid!' }] as Record<string, string>[]) {
      const answer = await fetch(product.url + path.replace('{id}', 'malformed'), { method, headers });
      const { errorCode } = await bodyOf<{ errorCode?: string }>(answer);
      if (answer.status !== 401 || errorCode !== 'not_logged_in') wrong.push(`${method} ${path}: ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

async function upload(role: Role): Promise<string> {
  const { clientId } = who(role);
  const session = who(role).session();
  const cookie = session === undefined ? {} : { cookie: `clearcut_session=${session}` };
  const answer = await createClient(product.url, { clientId, ...cookie }).upload(await photo());
  expect(answer.status).toBe(201);
  return (await bodyOf<UploadAnswer>(answer)).id;
}

async function listed(role: Role): Promise<string[]> {
  const { transactions = [] } = await bodyOf<{ transactions?: { id: string }[] }>(
    await who(role).get('/api/transaction/?pageSize=50'),
  );
  return transactions.map(({ id }) => id);
}

describe('what has an owner', () => {
  const reads = ['', 'events/', 'proxy/image/', 'download/low/', 'download/high/'];

  async function canOpen(role: Role, id: string): Promise<boolean> {
    const [first, ...others] = await Promise.all(
      reads.map(async (end) => {
        const answer = await who(role).get(`/api/transaction/${id}/${end}`);
        await answer.body?.cancel();
        // Not ready yet is for its owner's ears alone.
        return answer.status === 200 || answer.status === 409;
      }),
    );
    if (first === undefined || others.some((other) => other !== first)) throw new Error('Open by one way only');
    return first;
  }

  async function openers(id: string): Promise<Role[]> {
    const open = await Promise.all(ROLES.map((role) => canOpen(role, id)));
    return ROLES.filter((_, index) => open[index] === true);
  }

  test('a picture is opened by its owner and the admins of the team, listed by its owner', async () => {
    for (const owner of ['collaborator', 'only editor', 'admin'] as const) {
      const id = await upload(owner);
      expect(await openers(id), owner).toEqual([...new Set(['admin', owner])]);
      for (const role of ROLES) {
        // Those who may not list at all are answered without a list.
        if (role === owner) expect(await listed(role), role).toContain(id);
        else expect(await listed(role), role).not.toContain(id);
      }
      for (const role of ROLES.filter((other) => other !== 'admin' && other !== owner)) {
        expect((await who(role).send('DELETE', `/api/transaction/${id}/`)).status, role).toBeOneOf([403, 404]);
      }
      expect((await who('admin').send('DELETE', `/api/transaction/${id}/`)).status).toBe(204);
    }
  });

  test('an anonymous picture is opened by no logged-in user', async () => {
    const id = await upload('visitor');
    expect(await openers(id)).toEqual(['visitor']);
  });

  test('users of a team are seen and changed by its admins alone', async () => {
    const id = userIds.get('collaborator') ?? '';
    await product.database.query('UPDATE identity.sessions SET proved_at = now()');
    const before = await bodyOf<AdminUser>(await who('admin').get(`/api/admin/users/${id}`));
    for (const role of ROLES.filter((other) => other !== 'admin')) {
      const operationsOnUser = operations.filter(({ path }) => path.startsWith('/api/admin/users/{id}'));
      expect(operationsOnUser).toHaveLength(7);
      for (const operation of operationsOnUser) {
        const body = { role: 1, firstName: 'Changed' };
        const path = operation.path.replace('{id}', id);
        const answer =
          operation.method === 'GET'
            ? await who(role).get(path)
            : await who(role).send(operation.method as 'PUT', path, operation.method === 'PUT' ? body : undefined);
        expect(answer.status, `${role} ${operation.method}`).toBe(role === 'visitor' ? 401 : admins(role) ? 404 : 403);
      }
      if (!admins(role)) continue;
      const list = await bodyOf<AdminUser[]>(await who(role).get('/api/admin/users/'));
      expect(list.map(({ email }) => email)).toEqual([emailOf(role)]);
    }
    expect(await bodyOf<AdminUser>(await who('admin').get(`/api/admin/users/${id}`))).toEqual(before);
  });
});
