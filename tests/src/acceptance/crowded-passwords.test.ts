import { randomUUID } from 'node:crypto';
import {
  checkPassword,
  createAccount,
  createRateLimits,
  findAccount,
  hashPassword,
  migrateAccounts,
  type NewAccount,
  verifyPassword,
} from '@clearcut/command-api/accounts';
import type { HttpRequest } from '@clearcut/command-api/http/message';
import { loadSecret, type Secret } from '@clearcut/command-api/kernel/secret';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD } from '../support/person.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

// The password queue belongs to the process, so the parts run in this one.
let testDatabase: TestDatabase;
let database: Database;
let secret: Secret;
let ann: NewAccount;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.url, { name: 'test' });
  await migrateAccounts(database);
  secret = await loadSecret(database);
  ann = {
    id: randomUUID(),
    teamId: randomUUID(),
    email: 'ann@example.com',
    firstName: '',
    lastName: '',
    language: 'en',
    passwordHash: await hashPassword({ password: PASSWORD, email: 'ann@example.com' }),
    registeredBy: 'password',
  };
  await createAccount(database, ann);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Runs `work` while the password queue is full. */
async function whileCrowded(work: () => Promise<void>): Promise<void> {
  const hash = `$argon2id$v=19$m=1024,t=1,p=1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;
  const leaving = new AbortController();
  const crowd = Array.from({ length: 202 }, async (_, index) => {
    const given = { password: 'x', email: `${index}@example.com` };
    while (!leaving.signal.aborted) await verifyPassword(given, hash);
  });
  try {
    await work();
  } finally {
    leaving.abort();
    await Promise.all(crowd);
  }
}

test('a password that was not tried because too many waited does not count as wrong', async () => {
  const deps = {
    rateLimits: createRateLimits(database, secret, { signUpsAtOnce: 20 }),
    loginLog: { failed: () => undefined },
  };
  const request = { ip: '127.0.0.1' } as HttpRequest;
  const account = await findAccount(database, ann.id);
  const given = { email: ann.email, password: PASSWORD, request, wrong: 'credentials_incorrect' } as const;
  await whileCrowded(async () => {
    for (let tries = 0; tries < 11; tries += 1) {
      await expect(checkPassword(deps, account, given)).rejects.toMatchObject({ code: 'service_unavailable' });
    }
  });
  expect(await checkPassword(deps, account, given)).toMatchObject({ id: ann.id });
});
