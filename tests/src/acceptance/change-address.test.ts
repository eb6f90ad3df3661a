/** A person changes the address of their account by proving the new one. */
import { refund } from '@clearcut/sandbox/engine/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { billingOf, credits, openPayers } from '../support/payers.ts';
import { createPerson, mailsTo, mailTo, PASSWORD, type Person, tokenIn } from '../support/person.ts';
import { joinTeam, newAddress } from '../support/team.ts';

const WANTED = /Confirm your new address/;

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
});
afterAll(() => product.stop());

interface Owner extends Person {
  readonly email: string;
  readonly pk: string;
}

async function newPerson({ isProved = true } = {}): Promise<Owner> {
  const [person, email] = [createPerson(product.url), newAddress()];
  const { pk } = await person.signUp(email);
  if (isProved) await person.prove(email);
  return { ...person, email, pk };
}

const ask = (who: Person, email: string) => who.send('POST', '/api/user/me/email/', { email });
const confirm = (who: Person, token: string) => who.send('POST', '/api/auth/prove-address/', { token });
const linkTo = async (email: string) => tokenIn(await mailTo(product.url, email, WANTED));
const subjectsTo = async (email: string) => (await mailsTo(product.url, email)).map(({ subject }) => subject);

test('the new address takes over once its link is opened; sessions stay, and the old address is notified', async () => {
  const person = await newPerson();
  const elsewhere = createPerson(product.url);
  await elsewhere.logIn(person.email);
  const email = newAddress();
  const asked = await ask(person, email);
  expect(await bodyOf(asked)).toMatchObject({ email: person.email, pending_email: email });
  await mailTo(product.url, person.email, /Someone asked to change the address/);
  const token = await linkTo(email);
  const stranger = await newPerson();
  expect(await errorOf(await confirm(createPerson(product.url), token))).toBe('401 not_logged_in');
  expect(await errorOf(await confirm(stranger, token))).toBe('403 link_of_other_account');
  expect((await confirm(elsewhere, token)).status).toBe(204);
  expect(await errorOf(await confirm(person, token))).toBe('400 link_expired');
  expect(await person.me()).toMatchObject({ pk: person.pk, email, pending_email: null, email_verified: true });
  expect((await mailTo(product.url, person.email, /address of your Clearcut account was changed/)).text).toContain(
    person.email,
  );
  expect((await createPerson(product.url).logIn(email)).status).toBe(200);
  expect(await errorOf(await createPerson(product.url).logIn(person.email))).toBe('400 credentials_incorrect');
  const log = await bodyOf<{ kind: string; actorId: string }[]>(await person.get('/api/admin/security-log/'));
  expect(log.find(({ kind }) => kind === 'address_changed')).toMatchObject({ actorId: person.pk });
  expect(await (await person.get('/api/admin/security-log/export.csv')).text()).toContain('Address changed');
  expect(await product.typesOf(`account-${person.pk}`)).toEqual([
    'AccountRegistered',
    'AddressProved',
    'AddressChanged',
  ]);
});

test('responds equally to an address with an account, notifies its owner, and changes nothing', async () => {
  const [person, owner] = [await newPerson(), await newPerson()];
  const free = await bodyOf<object>(await ask(person, newAddress()));
  const taken = await ask(person, owner.email);
  expect(taken.status).toBe(200);
  expect(Object.keys(await bodyOf<object>(taken))).toEqual(Object.keys(free));
  expect(await person.me()).toMatchObject({ email: person.email, pending_email: owner.email });
  await mailTo(product.url, owner.email, /already have an account/);
  expect(await subjectsTo(owner.email)).not.toContainEqual(expect.stringMatching(WANTED));
});

test('refuses an address that another account took meanwhile', async () => {
  const person = await newPerson();
  const email = newAddress();
  await ask(person, email);
  const token = await linkTo(email);
  await createPerson(product.url).signUp(email);
  expect(await errorOf(await confirm(person, token))).toBe('409 email_exists');
  expect(await person.me()).toMatchObject({ email: person.email });
});

test('a change is cancelled by its owner, by another request, and by a new password', async () => {
  const person = await newPerson();
  const [first, second] = [newAddress(), newAddress()];
  await ask(person, first);
  const early = await linkTo(first);
  await ask(person, second);
  const late = await linkTo(second);
  expect(await errorOf(await confirm(person, early))).toBe('400 link_expired');
  expect(await bodyOf(await person.send('DELETE', '/api/user/me/email/'))).toMatchObject({ pending_email: null });
  expect(await errorOf(await confirm(person, late))).toBe('400 link_expired');
  await ask(person, first);
  expect((await person.send('PATCH', '/api/user/me/', { password: 'another-horse-8' })).status).toBe(200);
  expect(await person.me()).toMatchObject({ email: person.email, pending_email: null });
});

test('needs a recent proof and a valid address, and ends links mailed to the old one', async () => {
  const person = await newPerson();
  expect(await errorOf(await ask(person, 'nobody'))).toBe('400 validation_failed');
  expect(await bodyOf(await ask(person, person.email))).toMatchObject({ pending_email: null });
  await product.database.query(
    `UPDATE identity.sessions SET proved_at = now() - interval '11 minutes' WHERE user_id = $1`,
    [person.pk],
  );
  const email = newAddress();
  expect(await errorOf(await ask(person, email))).toBe('403 proof_required');
  expect((await person.send('POST', '/api/auth/step-up/', { password: PASSWORD })).status).toBe(204);
  expect((await ask(person, email)).status).toBe(200);
  await createPerson(product.url).send('POST', '/api/auth/magic-link', { email: person.email });
  const magic = tokenIn(await mailTo(product.url, person.email, /link to log in/));
  expect((await confirm(person, await linkTo(email))).status).toBe(204);
  const late = await createPerson(product.url).send('POST', '/api/auth/magic-link/login', { token: magic });
  expect(await errorOf(late)).toBe('400 link_expired');
});

test('the new address proves an account whose first one was never proved; invited members change theirs too', async () => {
  const person = await newPerson({ isProved: false });
  const email = newAddress();
  await ask(person, email);
  expect((await confirm(person, await linkTo(email))).status).toBe(204);
  expect(await person.me()).toMatchObject({ email, email_verified: true });
  const member = await joinTeam(product.url, person, { role: 3, permissions: [], mayDeleteOwnAccount: false });
  const other = newAddress();
  await ask(member, other);
  expect((await confirm(member, await linkTo(other))).status).toBe(204);
  expect(await member.me()).toMatchObject({ email: other, role: 'collaborator' });
});

test('a payer who changes the address keeps plan and credits, and gets mails about money at the new one', async () => {
  const payers = await openPayers(product);
  const person = await payers.newcomer();
  const before = (await person.me())?.email ?? '';
  await payers.subscribe(person, 'starter');
  await mailTo(product.url, before, /receipt/);
  const email = newAddress();
  await ask(person, email);
  expect((await confirm(person, await linkTo(email))).status).toBe(204);
  await payers.act(person, (world, id) => refund(world, id, 1450));
  await mailTo(product.url, email, /Refund from Clearcut/);
  expect(await subjectsTo(before)).not.toContainEqual(expect.stringMatching(/Refund/));
  await credits(person).toBe(100);
  expect((await billingOf(person)).planName).toBe('starter');
  await payers.areClean();
});
