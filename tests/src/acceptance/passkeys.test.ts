/** Passkeys as second factor and as step-up proof, with an authenticator in software. */
import type { AddedPasskey } from '@clearcut/schemas/identity/passkey';
import type { SecondFactorView } from '@clearcut/schemas/identity/second-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator, type Flaws } from '../support/authenticator.ts';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { joinTeam, newAddress } from '../support/team.ts';

const PATH = '/api/auth/passkeys';

let product: Installation;
/** Passkeys require a domain name, not an IP address. */
let origin: string;
beforeAll(async () => {
  product = await sharedInstallation();
  origin = `http://localhost:${new URL(product.url).port}`;
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);

interface Options {
  readonly challenge: string;
}

const begin = async (owner: Person) => bodyOf<Options>(await owner.send('POST', `${PATH}/options`));
const add = (owner: Person, passkey: unknown, name = 'Phone') => owner.send('POST', PATH, { name, passkey });

async function setUp(owner: Person, name?: string): Promise<AddedPasskey & { readonly authenticator: Authenticator }> {
  const authenticator = createAuthenticator(origin);
  const added = await add(owner, authenticator.create(await begin(owner)), name);
  expect(added.status).toBe(201);
  return { ...(await bodyOf<AddedPasskey>(added)), authenticator };
}

async function withPasskey() {
  const [email, owner] = [newAddress(), person()];
  const { pk } = await owner.signUp(email);
  return { email, owner, pk, ...(await setUp(owner)) };
}

const challenge = async (who: Person, purpose: 'log-in' | 'second-factor' | 'step-up') =>
  bodyOf<Options>(await who.send('POST', `${PATH}/challenge`, { purpose }));
const finish = (who: Person, passkey: unknown) => who.send('POST', '/api/auth/second-factor/login', { passkey });
const enter = (who: Person, passkey: unknown) => who.send('POST', `${PATH}/login`, { passkey });
const prove = (who: Person, body: object) => who.send('POST', '/api/auth/step-up', body);
const factors = async (owner: Person) => bodyOf<SecondFactorView>(await owner.get('/api/auth/second-factor'));

/** Ages the last proof of the account's browsers. */
const leaveOpen = (pk: string) =>
  product.database.query(`UPDATE identity.sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [
    pk,
  ]);

test('a password alone no longer opens an account with a passkey, but the passkey or a recovery code does', async () => {
  const { email, authenticator, pk, recoveryCodes, owner } = await withPasskey();
  expect(recoveryCodes).toHaveLength(10);
  const thief = person();
  expect(await errorOf(await thief.logIn(email))).toBe('403 second_factor_required');
  expect(await thief.me()).toBeUndefined();
  expect((await finish(thief, authenticator.get(await challenge(thief, 'second-factor')))).status).toBe(200);
  expect(await thief.me()).toMatchObject({ pk, email });
  const again = person();
  await again.logIn(email);
  const code = recoveryCodes?.[0];
  expect((await again.send('POST', '/api/auth/second-factor/login', { code })).status).toBe(200);
  expect((await factors(owner)).passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: expect.any(String) as string }]);
  expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'PasskeyAdded']);
});

test('a challenge is answered once, for its own purpose and account, before it expires', async () => {
  const { email, authenticator, pk, owner } = await withPasskey();
  const who = person();
  await who.logIn(email);
  const answer = authenticator.get(await challenge(who, 'second-factor'));
  expect((await finish(who, answer)).status).toBe(200);
  const replayer = person();
  await replayer.logIn(email);
  expect(await errorOf(await finish(replayer, answer))).toBe('400 passkey_refused');
  expect(await replayer.me()).toBeUndefined();

  // Made for another purpose; used up by a wrong answer; too old.
  const forStepUp = await challenge(owner, 'step-up');
  expect(await errorOf(await finish(replayer, authenticator.get(forStepUp)))).toBe('400 passkey_refused');
  expect(await errorOf(await prove(owner, { passkey: authenticator.get(forStepUp) }))).toBe('400 passkey_refused');
  const late = await challenge(replayer, 'second-factor');
  await product.database.query(`UPDATE identity.passkey_challenges SET expires_at = now() WHERE user_id = $1`, [pk]);
  expect(await errorOf(await finish(replayer, authenticator.get(late)))).toBe('400 passkey_refused');
  expect((await finish(replayer, authenticator.get(await challenge(replayer, 'second-factor')))).status).toBe(200);
});

test.for<[string, Flaws]>([
  ['for a page of another site', { origin: 'https://evil.example' }],
  ['for another port', { origin: 'http://localhost:1' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['without asking for a finger, a face or a PIN', { verified: false }],
])('refuses an authenticator that answers %s', async ([, flaws]) => {
  const { email, authenticator, owner } = await withPasskey();
  const who = person();
  await who.logIn(email);
  const forged = authenticator.get(await challenge(who, 'second-factor'), flaws);
  expect(await errorOf(await finish(who, forged))).toBe('400 passkey_refused');
  expect(await who.me()).toBeUndefined();
  const made = createAuthenticator(origin).create(await begin(owner), flaws);
  expect(await errorOf(await add(owner, made))).toBe('400 passkey_refused');
  expect((await factors(owner)).passkeys).toHaveLength(1);
});

test('refuses an authenticator whose counter goes back or stands still, since it was copied', async () => {
  const { email, authenticator } = await withPasskey();
  const who = person();
  await who.logIn(email);
  const answer = async (counter: number) => {
    const given = authenticator.get(await challenge(who, 'second-factor'), { counter });
    const answered = await finish(who, given);
    return answered.ok ? '200' : errorOf(answered);
  };
  expect(await answer(0)).toBe('400 passkey_refused');
  expect(await answer(1)).toBe('400 passkey_refused');
  expect(await who.me()).toBeUndefined();
  expect(await answer(7)).toBe('200');
});

test("refuses another person's passkey and one that is already registered", async () => {
  const [ann, bob] = [await withPasskey(), await withPasskey()];
  const thief = person();
  await thief.logIn(ann.email);
  const foreign = bob.authenticator.get(await challenge(thief, 'second-factor'));
  expect(await errorOf(await finish(thief, foreign))).toBe('400 passkey_refused');
  const again = bob.authenticator.create(await begin(ann.owner));
  expect(await errorOf(await add(ann.owner, again))).toBe('400 passkey_refused');
});

test('makes no challenge for a login that was not begun, or for a user who is not logged in', async () => {
  for (const [purpose, refusal] of [
    ['second-factor', '400 second_factor_expired'],
    ['step-up', '401 not_logged_in'],
    ['register', '400 validation_failed'],
  ]) {
    expect(await errorOf(await person().send('POST', `${PATH}/challenge`, { purpose }))).toBe(refusal);
  }
});

test('a passkey counts as the recent proof that changes need, without the password', async () => {
  const { owner, pk, authenticator } = await withPasskey();
  await leaveOpen(pk);
  const renew = () => owner.send('POST', '/api/auth/second-factor/recovery-codes');
  for (const call of [
    renew,
    () => owner.send('POST', `${PATH}/options`),
    () => owner.send('DELETE', `${PATH}/${pk}`),
  ]) {
    expect(await errorOf(await call())).toBe('403 proof_required');
  }
  expect(await errorOf(await prove(owner, { password: PASSWORD }))).toBe('403 second_factor_required');
  expect((await prove(owner, { passkey: authenticator.get(await challenge(owner, 'step-up')) })).status).toBe(204);
  expect((await renew()).status).toBe(200);
});

test('only their owner names and removes passkeys; recovery codes end with the last factor, and mails announce it', async () => {
  const email = newAddress();
  const [owner, stranger] = [person(), person()];
  const { pk } = await owner.signUp(email);
  await owner.prove(email);
  const { passkey, recoveryCodes } = await setUp(owner, 'Laptop');
  expect(recoveryCodes).toHaveLength(10);
  await mailTo(product.url, email, /passkey was added/);
  const second = await setUp(owner);
  expect(second.recoveryCodes).toBeNull();
  await stranger.signUp(newAddress());
  const path = `${PATH}/${passkey.id}`;
  expect(await errorOf(await stranger.send('PATCH', path, { name: 'Mine' }))).toBe('404 passkey_not_found');
  expect(await errorOf(await stranger.send('DELETE', path))).toBe('404 passkey_not_found');
  expect(await errorOf(await owner.send('PATCH', path, { name: ' ' }))).toBe('400 validation_failed');
  expect((await owner.send('PATCH', path, { name: 'Old laptop' })).status).toBe(204);
  expect((await factors(owner)).passkeys.map(({ name }) => name)).toEqual(['Old laptop', 'Phone']);
  expect((await owner.send('DELETE', path)).status).toBe(204);
  await mailTo(product.url, email, /passkey of your Clearcut account was removed/);
  expect(await factors(owner)).toMatchObject({ passkeys: [{ id: second.passkey.id }], recoveryCodesLeft: 10 });
  expect((await owner.send('DELETE', `${PATH}/${second.passkey.id}`)).status).toBe(204);
  expect(await factors(owner)).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
  expect((await person().logIn(email)).status).toBe(200);
  expect((await product.typesOf(`account-${pk}`)).filter((type) => type.startsWith('Passkey'))).toEqual([
    'PasskeyAdded',
    'PasskeyAdded',
    'PasskeyRemoved',
    'PasskeyRemoved',
  ]);
});

test('the first passkey ends sessions that came in without one, and nothing of it outlives the account', async () => {
  const [email, owner, other] = [newAddress(), person(), person()];
  const { pk } = await owner.signUp(email);
  await other.logIn(email);
  await setUp(owner);
  expect(await other.me()).toBeUndefined();
  await challenge(owner, 'step-up');
  expect((await owner.send('POST', '/api/user/me/close')).status).toBe(204);
  for (const table of ['passkeys', 'passkey_challenges', 'recovery_codes']) {
    expect(await product.database.query(`SELECT 1 FROM identity.${table} WHERE user_id = $1`, [pk])).toEqual([]);
  }
});

test('refuses the passkey of a removed member', async () => {
  const adminEmail = newAddress();
  const admin = person();
  await admin.signUp(adminEmail);
  await admin.prove(adminEmail);
  const member = await joinTeam(product.url, admin, { role: 3 });
  const { authenticator } = await setUp(member);
  const { pk, email } = (await member.me()) ?? { pk: '', email: '' };
  const who = person();
  expect(await errorOf(await who.logIn(email))).toBe('403 second_factor_required');
  const answer = authenticator.get(await challenge(who, 'second-factor'));
  expect((await admin.send('DELETE', `/api/admin/users/${pk}`)).ok).toBe(true);
  const refused = await errorOf(await finish(who, answer));
  expect(['400 second_factor_expired', '400 passkey_refused', '403 user_disabled']).toContain(refused);
  expect(await who.me()).toBeUndefined();
});

test('a passkey logs in without a password, as both factors', async () => {
  const { authenticator, pk, owner } = await withPasskey();
  const who = person();
  const options = await challenge(who, 'log-in');
  // Visitors do not learn which passkeys exist.
  expect(options).toMatchObject({ allowCredentials: [], rpId: 'localhost', userVerification: 'required' });
  const answer = authenticator.get(options);
  expect((await enter(who, answer)).status).toBe(200);
  expect((await who.me())?.pk).toBe(pk);
  expect(await errorOf(await enter(person(), answer))).toBe('400 passkey_refused');
  const logins = (await product.events()).flatMap(({ event: { type, data } }) =>
    type === 'LoggedIn' && data.userId === pk ? [data.by] : [],
  );
  expect(logins.at(-1)).toBe('passkey');
  expect(await owner.me()).toBeDefined();
});

test.for<[string, Flaws]>([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a copied authenticator', { counter: 1 }],
  ['without asking who it is', { verified: false }],
])('refuses a login by an answer %s', async ([, flaws]) => {
  const { authenticator } = await withPasskey();
  const who = person();
  const forged = authenticator.get(await challenge(who, 'log-in'), flaws);
  expect(await errorOf(await enter(who, forged))).toBe('400 passkey_refused');
  expect(await who.me()).toBeUndefined();
});

test("no login by a step-up challenge, by a passkey unknown to the site, or by a disabled member's", async () => {
  const { authenticator, owner } = await withPasskey();
  const stepUp = authenticator.get(await challenge(owner, 'step-up'));
  expect(await errorOf(await enter(person(), stepUp))).toBe('400 passkey_refused');
  const unknown = createAuthenticator(origin).get(await challenge(person(), 'log-in'));
  expect(await errorOf(await enter(person(), unknown))).toBe('400 passkey_refused');

  const admin = person();
  await admin.signUp(newAddress());
  const member = await joinTeam(product.url, admin, { role: 3 });
  const theirs = await setUp(member);
  const { pk } = (await member.me()) ?? { pk: '' };
  expect((await admin.send('POST', `/api/admin/users/${pk}/disable`)).ok).toBe(true);
  const who = person();
  const refused = await enter(who, theirs.authenticator.get(await challenge(who, 'log-in')));
  expect(await errorOf(refused)).toBe('403 user_disabled');
});

test('after a password reset passkeys are only second factors, since another person may have added one', async () => {
  const { email, authenticator, owner } = await withPasskey();
  await owner.prove(email);
  await person().send('POST', '/api/auth/send-token', { email });
  const token = tokenIn(await mailTo(product.url, email, /[Rr]eset|password/));
  const reset = await person().send('POST', '/api/auth/reset-password', { token, password: 'another-horse-8' });
  expect(reset.status).toBe(204);
  const who = person();
  expect(await errorOf(await enter(who, authenticator.get(await challenge(who, 'log-in'))))).toBe(
    '400 passkey_refused',
  );
  expect(await errorOf(await who.logIn(email, 'another-horse-8'))).toBe('403 second_factor_required');
  expect((await finish(who, authenticator.get(await challenge(who, 'second-factor')))).status).toBe(200);
  expect((await factors(who)).passkeys).toMatchObject([{ logsIn: false }]);
});
