/** A new team's first credits: after its founder proves the address, and once. */
import { randomUUID } from 'node:crypto';
import { createCreditPool, grantStarterCredits } from '@clearcut/command-api/credits';
import { STARTER_TEAMS_PER_NETWORK } from '@clearcut/schemas/constants';
import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { runOperator } from '../support/operator.ts';
import { createPerson, mailsTo, mailTo, type Person, tokenIn } from '../support/person.ts';
import { eventually } from '../support/product.ts';
import { joinTeam, newAddress } from '../support/team.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation({ STARTER_CREDITS: '3' });
});
afterAll(() => product.stop());

const creditsOf = async (person: Person): Promise<number> =>
  (await bodyOf<{ credits: number }>(await person.get('/api/billing/'))).credits;

const untilGranted = (person: Person): Promise<true> =>
  eventually(async () => ((await creditsOf(person)) === 3 ? true : undefined));

/** Resolves when the policy has read the log so far: a founder who proved later has credits. */
async function untilPolicyHasRead(): Promise<void> {
  const [later, email] = [createPerson(product.url), newAddress()];
  await later.signUp(email);
  await later.prove(email);
  await untilGranted(later);
}

test('a new team gets its starter credits only once its founder has proved the address', async () => {
  const [founder, email] = [createPerson(product.url), newAddress()];
  await founder.signUp(email);
  await untilPolicyHasRead();
  expect(await creditsOf(founder)).toBe(0);
  await founder.prove(email);
  await untilGranted(founder);
  const lines = await eventually(async () => {
    const found = await bodyOf<LedgerEntry[]>(await founder.get('/api/admin/credit-ledger/'));
    return found.length === 0 ? undefined : found;
  });
  expect(lines).toMatchObject([
    { kind: 'granted', descriptionType: 'starter_credits', credits: 3, balance: 3, actorId: 'starter-credits' },
  ]);
});

test('a team gets them once, whatever is proved, invited or repeated afterwards', async () => {
  const [founder, email] = [createPerson(product.url), newAddress()];
  const { pk, team_id: teamId } = await founder.signUp(email);
  await founder.prove(email);
  await untilGranted(founder);
  await joinTeam(product.url, founder, { role: 3, permissions: [] });
  await createPerson(product.url).send('POST', '/api/auth/magic-link', { email });
  const token = tokenIn(await mailTo(product.url, email, /link to log in/));
  await createPerson(product.url).send('POST', '/api/auth/magic-link/login', { token });
  await untilPolicyHasRead();
  expect(await creditsOf(founder)).toBe(3);

  // After a crash behind the grant, the policy reads the proof again, perhaps with another number in the settings.
  const proof = (await product.eventStore.readStream(`account-${pk}`)).find(
    ({ event }) => event.type === 'AddressProved',
  );
  if (proof === undefined) throw new Error('The address was not proved');
  const creditPool = createCreditPool(product);
  for (const starterCredits of [3, 5]) await grantStarterCredits({ ...product, creditPool, starterCredits }, proof);
  expect(await product.typesOf(`creditPool-${teamId}`)).toEqual(['CreditsGranted']);
});

test('a team older than starter credits gets none', async () => {
  const [old, proved] = [createPerson(product.url), createPerson(product.url)];
  const { pk: userId, team_id: teamId } = await old.signUp(newAddress());
  const email = newAddress();
  const { pk } = await proved.signUp(email);
  await proved.prove(email);
  const example = (await product.eventStore.readStream(`account-${pk}`)).find(
    ({ event }) => event.type === 'AddressProved',
  );
  if (example?.event.type !== 'AddressProved') throw new Error('The address was not proved');
  const { id, event, metadata } = example;
  const proofAt = (occurredAt: string) => ({
    id,
    event: { ...event, data: { ...event.data, userId } },
    metadata: { ...metadata, occurredAt },
  });
  const deps = { ...product, creditPool: createCreditPool(product), starterCredits: 3 };
  await grantStarterCredits(deps, proofAt('2020-01-01T00:00:00.000Z'));
  expect(await product.typesOf(`creditPool-${teamId}`)).toEqual([]);
  await grantStarterCredits(deps, proofAt(metadata.occurredAt));
  expect(await product.typesOf(`creditPool-${teamId}`)).toEqual(['CreditsGranted']);
});

const ask = (who: Person): Promise<Response> => who.send('POST', '/api/team/ask-for-credits/');

test('a member without credits asks the admins by mail, once a day', async () => {
  const [founder, email] = [createPerson(product.url), newAddress()];
  await founder.signUp(email);
  await founder.prove(email);
  const body = { role: 3, permissions: [], firstName: 'Bo', lastName: 'Ray' };
  const member = await joinTeam(product.url, founder, body);
  expect((await ask(member)).status).toBe(204);
  const mail = await mailTo(product.url, email, /Bo Ray asks for credits/);
  expect(mail.text).toContain(`${product.url}/app/billing`);
  expect(await errorOf(await ask(member))).toBe('429 credits_asked_already');
  expect((await ask(await joinTeam(product.url, founder, body))).status).toBe(204);
});

test('sends no mail to an admin whose address is not proved', async () => {
  const [founder, email] = [createPerson(product.url), newAddress()];
  await founder.signUp(email);
  expect((await ask(founder)).status).toBe(204);
  await untilPolicyHasRead();
  expect((await mailsTo(product.url, email)).filter(({ subject }) => subject.includes('asks for credits'))).toEqual([]);
});

async function found(email: string): Promise<Person> {
  const founder = createPerson(product.url);
  await founder.signUp(email);
  await founder.prove(email);
  return founder;
}

test('regression: a mailbox gets starter credits once, under any of its addresses and after its account was closed', async () => {
  const name = randomUUID();
  const first = await found(`${name}@gmail.com`);
  await untilGranted(first);
  const tagged = await found(`${name.toUpperCase()}+shop@gmail.com`);
  const dotted = await found(`${name.slice(0, 3)}.${name.slice(3)}@googlemail.com`);
  expect((await first.send('POST', '/api/user/me/close/')).status).toBe(204);
  const again = await found(`${name}@gmail.com`);
  await untilPolicyHasRead();
  expect(await Promise.all([tagged, dotted, again].map(creditsOf))).toEqual([0, 0, 0]);
  // The stored digest of a mailbox reveals no address.
  const kept = await product.database.query<{ mailbox: Buffer }>('SELECT mailbox FROM credits.starter_grants');
  expect(kept.every(({ mailbox }) => mailbox.length === 32)).toBe(true);
});

test('regression: starter credits count for the proved mailbox, not for the address that it replaces', async () => {
  const [founder, name] = [createPerson(product.url), randomUUID()];
  const { pk } = await founder.signUp(newAddress());
  const email = `${name}@gmail.com`;
  expect((await founder.send('POST', '/api/user/me/email/', { email })).status).toBe(200);
  const token = tokenIn(await mailTo(product.url, email, /Confirm your new address/));
  let proving: Promise<Response> | undefined;
  await product.database.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM identity.users WHERE id = $1 FOR UPDATE', [pk]);
    proving = founder.send('POST', '/api/auth/prove-address/', { token });
    // The policy may read the proof while the row is still to be changed.
    await untilPolicyHasRead();
  });
  expect((await proving)?.status).toBe(204);
  await untilGranted(founder);
  const tagged = await found(`${name}+again@gmail.com`);
  await untilPolicyHasRead();
  expect(await creditsOf(tagged)).toBe(0);
});

test('regression: teams of one network get starter credits 20 times a day', async () => {
  const { database } = product;
  await database.query('UPDATE credits.starter_grants SET network = NULL');
  const founder = await found(newAddress());
  await untilGranted(founder);
  await database.query(
    `INSERT INTO credits.starter_grants (team_id, mailbox, network)
     SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), (SELECT network FROM credits.starter_grants WHERE network IS NOT NULL)
     FROM generate_series(2, $1::integer) n`,
    [STARTER_TEAMS_PER_NETWORK],
  );
  const late = await found(newAddress());
  // The policy is done when a founder from an unknown network has credits.
  const [elsewhere, email] = [createPerson(product.url), newAddress()];
  const { pk } = await elsewhere.signUp(email);
  await database.query('UPDATE identity.users SET sign_up_network = NULL WHERE id = $1', [pk]);
  await elsewhere.prove(email);
  await untilGranted(elsewhere);
  expect(await creditsOf(late)).toBe(0);
  await database.query(`UPDATE credits.starter_grants SET granted_at = granted_at - interval '25 hours'`);
  await untilPolicyHasRead();
  expect(await creditsOf(late)).toBe(0);
});

test('regression: verify-ledger mistook starter credits for subscription credits, and called each new team wrong', async () => {
  const [founder, email] = [createPerson(product.url), newAddress()];
  await founder.signUp(email);
  await founder.prove(email);
  await untilGranted(founder);
  const { code, stdout } = await runOperator(product, ['verify-ledger']);
  expect(stdout).toMatch(/^No difference in /);
  expect(code).toBe(0);
});
