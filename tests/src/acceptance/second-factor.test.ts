/** Logins with a second factor, and changes that require a recent proof. */
import type { RecoveryCodes, SecondFactorView, TotpEnrolment } from '@clearcut/schemas/identity/second-factor';
import { createHmac, randomBytes } from 'node:crypto';
import { sealSecrets } from '@clearcut/command-api/accounts';
import { createSealing } from '@clearcut/command-api/kernel/sealing';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { newAddress } from '../support/team.ts';

const KEY = randomBytes(32);

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ ENCRYPTION_KEYS: KEY.toString('base64') });
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);
const PATH = '/api/auth/second-factor';

/**
 * Acts as an authenticator app. Each code is for the period after the last one's: a code works once, and the server
 * tolerates one period.
 */
function appOf(secret: string): { code(): string } {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let periods = 0;
  return { code: () => totp.generate({ timestamp: Date.now() + periods++ * 30_000 }) };
}

interface Guarded {
  readonly email: string;
  readonly owner: Person;
  readonly pk: string;
  /** Base32. */
  readonly secret: string;
  readonly app: { code(): string };
  readonly recoveryCodes: string[];
}

async function setUp(owner: Person): Promise<Pick<Guarded, 'secret' | 'app' | 'recoveryCodes'>> {
  const { secret, qr } = await bodyOf<TotpEnrolment>(await owner.send('POST', `${PATH}/totp`));
  expect(qr).toContain('<svg');
  const app = appOf(secret);
  const confirmed = await owner.send('POST', `${PATH}/totp/confirm`, { code: app.code() });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes } = await bodyOf<RecoveryCodes>(confirmed);
  return { secret, app, recoveryCodes };
}

async function withSecondFactor(): Promise<Guarded> {
  const [email, owner] = [newAddress(), person()];
  const { pk } = await owner.signUp(email);
  return { email, owner, pk, ...(await setUp(owner)) };
}

const give = (who: Person, code: string) => who.send('POST', `${PATH}/login`, { code });

test("a password alone no longer opens an account with a second factor, but an app's code does, once", async () => {
  const { email, app, owner, pk } = await withSecondFactor();
  expect(await bodyOf<SecondFactorView>(await owner.get(PATH))).toMatchObject({ recoveryCodesLeft: 10 });
  const thief = person();
  expect(await errorOf(await thief.logIn(email))).toBe('403 second_factor_required');
  expect(await thief.me()).toBeUndefined();
  expect(await errorOf(await give(thief, '000000'))).toBe('400 code_incorrect');
  expect(await thief.me()).toBeUndefined();

  const again = person();
  await again.logIn(email);
  const code = app.code();
  expect((await give(again, code)).status).toBe(200);
  expect(await again.me()).toMatchObject({ pk, email });
  // A code read over a shoulder is worthless.
  expect(await errorOf(await give(thief, code))).toBe('400 code_incorrect');
  expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'SecondFactorAdded']);
});

test('a recovery code stands in for a lost app, once, however it is written', async () => {
  const { email, recoveryCodes } = await withSecondFactor();
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first = '', second = ''] = recoveryCodes;
  const enter = async (code: string) => {
    const who = person();
    await who.logIn(email);
    const answer = await give(who, code);
    return answer.ok ? '200' : errorOf(answer);
  };
  expect(await enter(first)).toBe('200');
  expect(await enter(first)).toBe('400 code_incorrect');
  expect(await enter(` ${second.toUpperCase().replace('-', ' ')}`)).toBe('200');
});

test('a mailed link needs the second factor too', async () => {
  const { email, app, pk } = await withSecondFactor();
  // The first proof of the address by a link would remove earlier factors; here the owner proved it long ago.
  await product.database.query('UPDATE identity.users SET email_verified_at = now() WHERE id = $1', [pk]);
  await person().send('POST', '/api/auth/magic-link', { email });
  const token = tokenIn(await mailTo(product.url, email, /link to log in/));
  const who = person();
  expect(await errorOf(await who.send('POST', '/api/auth/magic-link/login', { token }))).toBe(
    '403 second_factor_required',
  );
  expect((await give(who, app.code())).status).toBe(200);
  expect((await who.me())?.pk).toBe(pk);
});

test('a stranger who set a second factor under an address does not lock its owner out', async () => {
  const { email } = await withSecondFactor();
  await person().send('POST', '/api/auth/magic-link', { email });
  const token = tokenIn(await mailTo(product.url, email, /link to log in/));
  const realOwner = person();
  expect((await realOwner.send('POST', '/api/auth/magic-link/login', { token })).status).toBe(200);
  expect(await bodyOf(await realOwner.get(PATH))).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
});

test('throttles guessed codes, and refuses a second factor without a first one', async () => {
  const { email, app } = await withSecondFactor();
  const thief = person();
  expect(await errorOf(await give(thief, '123456'))).toBe('400 second_factor_expired');
  await thief.logIn(email);
  const outcomes: string[] = [];
  for (let tries = 0; tries < 11; tries += 1) outcomes.push(await errorOf(await give(thief, `00000${tries % 10}`)));
  expect(outcomes.at(-2)).toBe('400 code_incorrect');
  expect(outcomes.at(-1)).toBe('429 too_many_attempts');
  expect(await errorOf(await give(thief, app.code()))).toBe('429 too_many_attempts');
});

/** Ages the last proof of the account's browsers. */
const leaveOpen = (pk: string) =>
  product.database.query(`UPDATE identity.sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`, [
    pk,
  ]);

test("a browser left open changes nothing that grants access, and needs all of the account's proofs", async () => {
  const { owner, app, pk, recoveryCodes } = await withSecondFactor();
  await leaveOpen(pk);
  const remove = () => owner.send('DELETE', `${PATH}/totp`);
  const renew = () => owner.send('POST', `${PATH}/recovery-codes`);
  const setPassword = () => owner.send('PATCH', '/api/user/me', { password: 'another-horse-8' });
  const method = { payment_method_id: 'pm_card_visa' };
  for (const call of [
    remove,
    renew,
    setPassword,
    () => owner.send('POST', `${PATH}/totp`),
    () => owner.send('POST', '/api/user/me/close'),
    () => owner.send('POST', '/api/stripe/set-default-payment-method', method),
    () => owner.send('DELETE', '/api/stripe/payment-methods', method),
    () => owner.send('POST', '/api/stripe/portal'),
  ]) {
    expect(await errorOf(await call())).toBe('403 proof_required');
  }
  expect((await owner.send('PATCH', '/api/user/me', { first_name: 'Ada' })).status).toBe(200);

  const prove = (body: object) => owner.send('POST', '/api/auth/step-up', body);
  expect(await errorOf(await prove({ password: PASSWORD }))).toBe('403 second_factor_required');
  expect(await errorOf(await prove({ password: PASSWORD, code: '000000' }))).toBe('400 code_incorrect');
  const code = app.code();
  expect(await errorOf(await prove({ code }))).toBe('400 password_incorrect');
  expect(await errorOf(await prove({ password: 'wrong', code }))).toBe('400 password_incorrect');
  expect(await errorOf(await renew())).toBe('403 proof_required');
  // A wrong password does not use the code up.
  expect((await prove({ password: PASSWORD, code })).status).toBe(204);
  const fresh = await bodyOf<RecoveryCodes>(await renew());
  expect(fresh.recoveryCodes).not.toContain(recoveryCodes[0]);
  expect((await setPassword()).status).toBe(200);
  expect((await remove()).status).toBe(204);
  expect(await product.typesOf(`account-${pk}`)).toContain('SecondFactorRemoved');
  expect((await owner.me())?.pk).toBe(pk);
});

test("the database alone does not reveal an app's secret, and an old plain secret is encrypted at the next start", async () => {
  const { email, app, pk, secret } = await withSecondFactor();
  const plain = Buffer.from(Secret.fromBase32(secret).bytes);
  const stored = async () => {
    const [row] = await product.database.query<{ secret: Buffer }>(
      'SELECT secret FROM identity.totp WHERE user_id = $1',
      [pk],
    );
    return row?.secret;
  };
  expect((await stored())?.includes(plain)).toBe(false);
  await product.database.query('UPDATE identity.totp SET secret = $2, key_id = NULL WHERE user_id = $1', [pk, plain]);
  expect(await sealSecrets(product.database, createSealing([KEY]))).toBe(1);
  expect((await stored())?.includes(plain)).toBe(false);
  const who = person();
  await who.logIn(email);
  expect((await give(who, app.code())).status).toBe(200);
  const other = createSealing([randomBytes(32)]);
  await expect(sealSecrets(product.database, other)).rejects.toThrow(/ENCRYPTION_KEYS/);
});

test('the database alone does not reveal recovery codes, and an old plain digest is encrypted at the next start', async () => {
  const { email, pk, recoveryCodes } = await withSecondFactor();
  const [key] = await product.database.query<{ value: string }>(
    "SELECT value FROM identity.secrets WHERE name = 'identity'",
  );
  // A thief of the database can compute this for each guessed code.
  const digests = recoveryCodes.map((code) =>
    createHmac('sha256', Buffer.from(key?.value ?? '', 'base64'))
      .update(`recovery-code\0${pk}\0${code.replace('-', '')}`)
      .digest(),
  );
  const stored = async () =>
    product.database.query<{ digest: Buffer }>('SELECT digest FROM identity.recovery_codes WHERE user_id = $1', [pk]);
  const isStored = async () => (await stored()).some((row) => digests.some((digest) => row.digest.includes(digest)));
  expect(await isStored()).toBe(false);
  await product.database.query('DELETE FROM identity.recovery_codes WHERE user_id = $1', [pk]);
  await product.database.query('INSERT INTO identity.recovery_codes (user_id, digest) SELECT $1, unnest($2::bytea[])', [
    pk,
    digests,
  ]);
  expect(await isStored()).toBe(true);
  expect(await sealSecrets(product.database, createSealing([KEY]))).toBe(recoveryCodes.length);
  expect(await isStored()).toBe(false);
  const who = person();
  await who.logIn(email);
  expect((await give(who, recoveryCodes[3] ?? '')).status).toBe(200);
  expect(await stored()).toHaveLength(recoveryCodes.length - 1);
});

test('a proved address gets a mail when a factor is added or removed and when a recovery code is used', async () => {
  const email = newAddress();
  const owner = person();
  await owner.signUp(email);
  await owner.prove(email);
  const { recoveryCodes } = await setUp(owner);
  await mailTo(product.url, email, /second factor was added/);
  const who = person();
  await who.logIn(email);
  expect((await give(who, recoveryCodes[0] ?? '')).status).toBe(200);
  expect((await mailTo(product.url, email, /recovery code/)).text).toContain('/forgot-password');
  expect((await who.send('DELETE', `${PATH}/totp`)).status).toBe(204);
  await mailTo(product.url, email, /second factor of your Clearcut account was removed/);
  expect((await who.send('DELETE', `${PATH}/totp`)).status).toBe(204);
  await expect.poll(() => product.database.query('SELECT kind FROM identity.mails')).toEqual([]);
  const removals = (await mailsTo(product.url, email)).filter(({ subject }) => /removed/.test(subject));
  expect(removals).toHaveLength(1);
});

test('setup ends other sessions, and closing the account erases the factor', async () => {
  const [email, owner, other] = [newAddress(), person(), person()];
  const { pk } = await owner.signUp(email);
  await other.logIn(email);
  const { secret } = await bodyOf<TotpEnrolment>(await owner.send('POST', `${PATH}/totp`));
  // Not required before the first code: an app that never scanned the picture does not lock its owner out.
  expect((await other.logIn(email)).status).toBe(200);
  await owner.send('POST', `${PATH}/totp/confirm`, { code: appOf(secret).code() });
  expect(await other.me()).toBeUndefined();
  expect(await errorOf(await owner.send('POST', `${PATH}/totp`))).toBe('409 second_factor_exists');
  expect((await owner.send('POST', '/api/user/me/close')).status).toBe(204);
  for (const table of ['totp', 'recovery_codes', 'pending_logins']) {
    expect(await product.database.query(`SELECT 1 FROM identity.${table} WHERE user_id = $1`, [pk])).toEqual([]);
  }
});
