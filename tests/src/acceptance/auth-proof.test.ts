/** An address belongs to the reader of its mail, not to the person who typed it first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { createPerson, mailsTo, mailTo, type Person, tokenIn } from '../support/person.ts';
import { newAddress } from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);

/** Signs up with someone else's address. */
async function squat(): Promise<{ email: string; attacker: Person; pk: string }> {
  const [email, attacker] = [newAddress(), person()];
  const { pk } = await attacker.signUp(email);
  return { email, attacker, pk };
}

async function magicToken(email: string): Promise<string> {
  await person().send('POST', '/api/auth/magic-link', { email });
  return tokenIn(await mailTo(product.url, email, /link to log in/));
}

test('regression: an owner who enters by magic link does not share the account with a stranger who signed up in their name', async () => {
  const { email, attacker, pk } = await squat();
  const owner = person();
  const answer = await owner.send('POST', '/api/auth/magic-link/login', { token: await magicToken(email) });
  expect(answer.status).toBe(200);
  expect(await owner.me()).toMatchObject({ pk, email_verified: true, has_password: false });
  expect(await attacker.me()).toBeUndefined();
  expect(await errorOf(await person().logIn(email))).toBe('400 credentials_incorrect');
  expect((await mailTo(product.url, email, /is confirmed/)).text).toContain('The earlier password');
  expect(await product.typesOf(`account-${pk}`)).toEqual(['AccountRegistered', 'AddressProved']);
  // The sign-up link, which the attacker may have requested again, no longer works.
  const proof = (await mailsTo(product.url, email)).find(({ text }) => text.includes('/confirm-address?'));
  const late = await owner.send('POST', '/api/auth/prove-address', {
    token: proof === undefined ? '' : tokenIn(proof),
  });
  expect(await errorOf(late)).toBe('400 link_expired');
});

test("regression: an owner's password reset ends every earlier login", async () => {
  const { email, attacker } = await squat();
  await person().send('POST', '/api/auth/send-token', { email });
  const token = tokenIn(await mailTo(product.url, email, /new password/));
  const reset = await person().send('POST', '/api/auth/reset-password', { token, password: 'another-horse-8' });
  expect(reset.status).toBe(204);
  expect(await attacker.me()).toBeUndefined();
  expect(await errorOf(await attacker.logIn(email))).toBe('400 credentials_incorrect');
  const owner = person();
  expect((await owner.logIn(email, 'another-horse-8')).status).toBe(200);
  expect(await owner.me()).toMatchObject({ email_verified: true });
});

test("a second proof ends nothing: password and sessions set after the first are the owner's", async () => {
  const email = newAddress();
  const owner = person();
  await owner.signUp(email);
  await owner.prove(email);
  const other = person();
  expect((await other.send('POST', '/api/auth/magic-link/login', { token: await magicToken(email) })).status).toBe(200);
  expect(await owner.me()).toMatchObject({ email_verified: true, has_password: true });
  expect((await person().logIn(email)).status).toBe(200);
  expect((await mailsTo(product.url, email)).some(({ subject }) => /is confirmed/.test(subject))).toBe(false);
});

test('the sign-up link proves the address once, only for the logged-in account', async () => {
  const email = newAddress();
  const owner = person();
  expect(await owner.signUp(email)).toMatchObject({ email_verified: false });
  const mail = await mailTo(product.url, email, /Confirm your address/);
  const prove = (who: Person) => who.send('POST', '/api/auth/prove-address', { token: tokenIn(mail) });
  expect(await errorOf(await prove(person()))).toBe('401 not_logged_in');
  const stranger = person();
  await stranger.signUp(newAddress());
  expect(await errorOf(await prove(stranger))).toBe('403 link_of_other_account');
  expect((await prove(owner)).status).toBe(204);
  expect(await owner.me()).toMatchObject({ email_verified: true, has_password: true });
  expect(await errorOf(await prove(owner))).toBe('400 link_expired');
  // Nothing left to send.
  expect((await owner.send('POST', '/api/auth/send-proof')).status).toBe(204);
  expect(await product.database.query('SELECT kind FROM identity.mails')).toEqual([]);
});

test('the sign-up link is sent again on request, a few times, and the earlier one ends', async () => {
  const email = newAddress();
  const owner = person();
  await owner.signUp(email);
  const first = tokenIn(await mailTo(product.url, email, /Confirm your address/));
  expect((await owner.send('POST', '/api/auth/send-proof')).status).toBe(204);
  await expect.poll(async () => (await mailsTo(product.url, email)).length).toBe(2);
  expect(await errorOf(await owner.send('POST', '/api/auth/prove-address', { token: first }))).toBe('400 link_expired');
  const more = [];
  for (let n = 0; n < 5; n++) more.push((await owner.send('POST', '/api/auth/send-proof')).status);
  expect(more).toEqual([204, 204, 204, 204, 429]);
});

test('viewing a magic link does not use it up', async () => {
  const email = newAddress();
  await person().signUp(email);
  const token = await magicToken(email);
  const look = () => person().get(`/api/auth/magic-link?token=${token}`);
  expect(await (await look()).json()).toEqual({ email });
  expect((await look()).status).toBe(200);
  expect((await person().send('POST', '/api/auth/magic-link/login', { token })).status).toBe(200);
  expect(await errorOf(await look())).toBe('400 link_expired');
});

test('regression: 60 password changes send no mail to an unproved address, and few to a proved one', async () => {
  const passwords = Array.from({ length: 12 }, (_, index) => `another-horse-${index}`);
  for (const proved of [false, true]) {
    const email = newAddress();
    const owner = person();
    await owner.signUp(email);
    if (proved) await owner.prove(email);
    for (const password of passwords) {
      expect((await owner.send('PATCH', '/api/user/me', { password })).status).toBe(200);
    }
    await expect.poll(() => product.database.query('SELECT kind FROM identity.mails')).toEqual([]);
    const notices = (await mailsTo(product.url, email)).filter(({ subject }) => /was changed/.test(subject));
    expect(notices).toHaveLength(proved ? 5 : 0);
  }
});
