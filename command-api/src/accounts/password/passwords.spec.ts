import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import * as passwords from './passwords.ts';

const email = 'ann@example.com';
const hashPassword = (password: string) => passwords.hashPassword({ password, email });
const verifyPassword = (password: string, hash: string | null, whose = email) =>
  passwords.verifyPassword({ password, email: whose }, hash);

test('a password matches only its own hash', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', hash)).toBe(true);
  expect(await verifyPassword('correct horsf', hash)).toBe(false);
  expect(await verifyPassword('', hash)).toBe(false);
});

test("the hash is a PHC string with OWASP's parameters, and never the same twice", async () => {
  const [first, second] = await Promise.all([hashPassword('x'), hashPassword('x')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(first).not.toBe(second);
});

test('a hash made with other parameters still matches', async () => {
  const salt = Buffer.from('another installation');
  const parameters = { message: 'old', nonce: salt, memory: 64, passes: 3, parallelism: 1, tagLength: 16 };
  const hash = argon2Sync('argon2id', parameters);
  const stored = `$argon2id$v=19$m=64,t=3,p=1$${salt.toString('base64')}$${hash.toString('base64')}`;
  expect(await verifyPassword('old', stored)).toBe(true);
  expect(await verifyPassword('new', stored)).toBe(false);
});

test('without a hash no password matches, not even the stand-in', async () => {
  expect(await verifyPassword('', null)).toBe(false);
  expect(await verifyPassword('correct horse', null)).toBe(false);
});

test('the same characters typed on another keyboard are the same password', async () => {
  expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
});

test('simultaneous accounts take turns, and requests beyond the limit are refused', async () => {
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;
  const answers = await Promise.allSettled(
    Array.from({ length: 220 }, (_, index) => verifyPassword('x', cheap, `${index}@example.com`)),
  );
  const refused = answers.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(220 - 202);
  expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable' } });
  expect(await verifyPassword('x', await hashPassword('x'))).toBe(true);
});

test('regression: many passwords for one account do not delay other accounts', async () => {
  const cheap = `$argon2id$v=19$m=8,t=1,p=1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;
  const ended: string[] = [];
  const all = Array.from({ length: 100 }, async () => {
    await verifyPassword('x', cheap, 'ANN@example.com').catch(({ code }) => expect(code).toBe('too_many_attempts'));
    ended.push('ann');
  });
  await verifyPassword('x', cheap, 'bob@example.com');
  ended.push('bob');
  await Promise.all(all);
  // 35 are refused at once; one of the other 65 began before it, and a few may end at the same time.
  expect(ended.indexOf('bob')).toBeLessThanOrEqual(35 + 5);
});
