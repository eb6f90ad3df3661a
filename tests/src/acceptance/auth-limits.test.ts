import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { errorOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { createPerson, logInFrom, mailsTo, PASSWORD, postFrom, type Person } from '../support/person.ts';

const PATIENCE = { timeout: 60_000 };

let product: Installation;
beforeAll(async () => {
  product = await startInstallation();
});
afterAll(() => product.stop());

const person = (): Person => createPerson(product.url);

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let done = 0; done < count; done += 1) results.push(await work());
  return results;
}

const guess = (email: string, address: string, password = 'wrong') =>
  logInFrom(product.url, address, { email, password });

const guessesOfMadeUp = (count: number) => times(count, () => guess(`${randomUUID()}@example.com`, '127.0.0.66'));
const limitRows = () => product.database.query('SELECT count(*) FROM identity.rate_limits');

describe('wrong passwords', () => {
  test('are slowed down after 20, while the right one from elsewhere still works', async () => {
    const email = 'ann@example.com';
    await person().signUp(email);
    const outcomes = await times(20, () => guess(email, '127.0.0.2'));
    expect(outcomes).toEqual([
      ...Array.from({ length: 10 }, () => '400 credentials_incorrect'),
      ...Array.from({ length: 10 }, () => '429 too_many_attempts'),
    ]);
    // Refuses even the right password; otherwise the answer would reveal it.
    expect(await guess(email, '127.0.0.2', PASSWORD)).toBe('429 too_many_attempts');
    expect(await guess('ANN@example.com', '127.0.0.2')).toBe('429 too_many_attempts');
    expect(await guess(email, '127.0.0.3', PASSWORD)).toBe('200');

    // Another process continues the count.
    await product.replace('command-api');
    expect(await guess(email, '127.0.0.2')).toBe('429 too_many_attempts');
    expect(await guess(email, '127.0.0.3', PASSWORD)).toBe('200');
  });

  test('count one by one when sent simultaneously', async () => {
    const email = 'bob@example.com';
    await person().signUp(email);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => guess(email, '127.0.0.4')));
    expect(outcomes.filter((outcome) => outcome === '400 credentials_incorrect')).toHaveLength(10);
  });

  test('are slowed down equally for a non-existent account', async () => {
    const outcomes = await times(11, () => guess('nobody@example.com', '127.0.0.5'));
    expect(outcomes.at(-2)).toBe('400 credentials_incorrect');
    expect(outcomes.at(-1)).toBe('429 too_many_attempts');
  });

  test('regression: of accounts that a stranger makes up fill no table', PATIENCE, async () => {
    await guessesOfMadeUp(80);
    const before = await limitRows();
    expect(new Set(await guessesOfMadeUp(40))).toEqual(new Set(['429 too_many_attempts']));
    expect(await limitRows()).toEqual(before);
  });

  test('do not include a right one', async () => {
    const email = 'cyd@example.com';
    await person().signUp(email);
    expect(new Set(await times(12, () => guess(email, '127.0.0.6', PASSWORD)))).toEqual(new Set(['200']));
  });

  test('regression: right passwords of one account are limited too, and do not delay other logins', async () => {
    const [busy, other] = [person(), 'hal@example.com'];
    await busy.signUp('gil@example.com');
    await person().signUp(other);
    const body = { password: PASSWORD };
    const ended: (number | 'other')[] = [];
    const changes = Array.from({ length: 100 }, async () => {
      ended.push((await busy.send('PATCH', '/api/user/me', body)).status);
    });
    const login = await person().logIn(other);
    ended.push('other');
    await Promise.all(changes);
    expect(login.status).toBe(200);
    expect(ended.filter((status) => status === 429).length).toBeGreaterThanOrEqual(40);
    const before = ended.slice(0, ended.indexOf('other')).filter((status) => status === 200);
    const after = ended.slice(ended.indexOf('other')).filter((status) => status === 200);
    expect(before.length).toBeLessThan(after.length);
  });

  test('are slowed down for one password on many accounts too', async () => {
    let next = 0;
    const outcomes = await times(61, () => guess(`person-${(next += 1)}@example.com`, '127.0.0.7'));
    expect(outcomes.at(-2)).toBe('400 credentials_incorrect');
    expect(outcomes.at(-1)).toBe('429 too_many_attempts');
  });

  test('are forgiven one by one with time', async () => {
    const email = 'dan@example.com';
    await person().signUp(email);
    await times(10, () => guess(email, '127.0.0.8'));
    expect(await guess(email, '127.0.0.8', PASSWORD)).toBe('429 too_many_attempts');
    await product.database.query(`UPDATE identity.rate_limits SET updated_at = updated_at - interval '61 seconds'`);
    expect(await guess(email, '127.0.0.8', PASSWORD)).toBe('200');
  });

  test('count for logged-in users as well', async () => {
    const eve = person();
    await eve.signUp('eve@example.com');
    const stepUp = async (password: string) => errorOf(await eve.send('POST', '/api/auth/step-up', { password }));
    const outcomes = await times(11, () => stepUp('wrong'));
    expect(outcomes.at(-2)).toBe('400 password_incorrect');
    expect(outcomes.at(-1)).toBe('429 too_many_attempts');
    expect(await stepUp(PASSWORD)).toBe('429 too_many_attempts');
  });
});

describe('behind a proxy', () => {
  const email = 'gus@example.com';
  const guess = (url: string, forwardedFor: string, password = 'wrong') =>
    logInFrom(url, '127.0.0.9', { email, password }, { 'x-forwarded-for': forwardedFor });

  test("a trusted proxy's users are counted separately", async () => {
    const behind = await startInstallation({ TRUSTED_PROXIES: '127.0.0.9' });
    onTestFinished(() => behind.stop());
    await createPerson(behind.url).signUp(email);
    await times(10, () => guess(behind.url, '203.0.113.1'));
    expect(await guess(behind.url, '203.0.113.1', PASSWORD)).toBe('429 too_many_attempts');
    // Everything before the address seen by the proxy is the client's invention.
    expect(await guess(behind.url, '203.0.113.2, 203.0.113.1', PASSWORD)).toBe('429 too_many_attempts');
    expect(await guess(behind.url, '203.0.113.2', PASSWORD)).toBe('200');
  });

  test("an unconfigured proxy's address is not trusted", async () => {
    await person().signUp(email);
    let next = 0;
    await times(10, () => guess(product.url, `203.0.113.${(next += 1)}`));
    expect(await guess(product.url, '203.0.113.99', PASSWORD)).toBe('429 too_many_attempts');
  });
});

test('no address is flooded with mails, and the response does not reveal who has an account', async () => {
  await person().signUp('fay@example.com');
  for (const email of ['fay@example.com', 'no-fay@example.com']) {
    const send = () => person().send('POST', '/api/auth/send-token', { email });
    const answers = await times(6, send);
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 204), 429]);
    const shouted = await person().send('POST', '/api/auth/send-token', { email: email.toUpperCase() });
    expect(shouted.status).toBe(429);
  }
  await expect.poll(() => product.database.query('SELECT recipient FROM identity.mails'), PATIENCE).toEqual([]);
  const links = (await mailsTo(product.url, 'fay@example.com')).filter(({ subject }) => /new password/.test(subject));
  expect(links).toHaveLength(5);
  // Sign-in links are counted separately.
  const magic = await person().send('POST', '/api/auth/magic-link', { email: 'fay@example.com' });
  expect(magic.status).toBe(204);
});

test('a stranger who requests links up to the limit does not keep the owner from getting one', async () => {
  const email = 'ivy@example.com';
  await person().signUp(email);
  const ask = (path: string, address: string) => postFrom(address, new URL(path, product.url), { email });
  for (const path of ['/api/auth/send-token', '/api/auth/magic-link']) {
    const asked = await times(8, () => ask(path, '127.0.0.10'));
    expect(asked).toContain('429 too_many_attempts');
    expect(await ask(path, '127.0.0.11')).toBe('204');
  }
});

test('metrics name no user', async () => {
  const keys = await product.database.query<{ key: Buffer }>('SELECT key FROM identity.rate_limits');
  expect(keys.length).toBeGreaterThan(0);
  for (const { key } of keys) expect(key).toHaveLength(32);
});
