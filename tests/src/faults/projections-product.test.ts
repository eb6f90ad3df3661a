/** The operator's view of a poison event and of newer tables, and the operator's commands on embedded parts. */
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { storedShape } from '@clearcut/projections/definition';
import { readModels } from '@clearcut/projections/read-models';
import { uuidOf } from '@clearcut/projections/testing/events';
import { createTestDatabase } from '../support/postgres.ts';
import { newDataDir, startProduct, type Product, type ProductOptions } from '../support/product.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { appendRaw, outcome, repair, startOperator, until } from './projections-harness.ts';

async function started(options?: ProductOptions): Promise<Product & AsyncDisposable & { database: Database }> {
  const product = await startProduct({ ...options, env: { ...LOG_IN_POSTGRES, ...options?.env } });
  const database = createDatabase(product.databaseUrl, { name: 'test' });
  return {
    ...product,
    database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await product.stop();
    },
  };
}

test('readiness fails at a poison event and recovers after its repair; a rebuild then works beside the product', async () => {
  await using product = await started();
  const { database } = product;
  const readiness = (): Promise<Response> => fetch(`${product.url}/readyz`);
  await until(async () => (await readiness()).status === 200);
  const poisoned = uuidOf('poisoned');
  await appendRaw(database, poisoned, 0, 'ImageExpired', 'COMMIT');
  await until(async () => (await readiness()).status === 503);
  expect(await (await readiness()).json()).toMatchObject({
    errorCode: 'service_unavailable',
    problems: [expect.stringMatching(/^Subscriber transaction is halted/)],
  });
  await repair(database, poisoned);
  await until(async () => (await readiness()).status === 200);

  const operator = startOperator(
    { ...LOG_IN_POSTGRES, DATABASE_URL: '', DATA_DIR: product.dataDir },
    'rebuild',
    'transaction',
    '--json',
  );
  const rebuilt = await outcome(operator);
  expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(rebuilt.stdout)).toMatchObject({ readModel: 'transaction', events: 1 });
  expect((await readiness()).status).toBe(200);
});

test('readiness fails while the projecting process is frozen, and recovers when it continues', async () => {
  await using product = await started();
  const readiness = (): Promise<Response> => fetch(`${product.url}/readyz`);
  await until(async () => (await readiness()).status === 200);
  const frozen = await product.childPid('projections');
  process.kill(frozen, 'SIGSTOP');
  try {
    await until(async () => (await readiness()).status === 503);
    // In the order of their last reports.
    await until(async () => {
      const { problems } = (await (await readiness()).json()) as { problems: string[] };
      return ['transaction', 'relay'].every((name) => problems.includes(`No process works for subscriber ${name}`));
    });
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  await until(async () => (await readiness()).status === 200);
});

/** As left by a newer version. */
async function makeTablesNewer(database: Database): Promise<void> {
  for (const { schema } of readModels) await database.query(`COMMENT ON SCHEMA ${schema} IS '999 of a newer version'`);
}

test('a downgrade on the embedded database works at the next start', async () => {
  const dataDir = newDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  {
    await using newer = await started({ dataDir });
    await makeTablesNewer(newer.database);
  }
  await using older = await started({ dataDir });
  for (const { schema, version } of readModels) {
    expect(await storedShape(older.database, schema)).toMatchObject({ version });
  }
  await until(async () => (await fetch(`${older.url}/readyz`)).status === 200);
});

test('when newer processes share the database, readiness says that the tables are theirs and how to go back', async () => {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  await using product = await started({ env: { DATABASE_URL: testDatabase.url } });
  const { database } = product;
  await makeTablesNewer(database);
  // Shows that the projector meets them.
  await appendRaw(database, uuidOf('met'), 0, 'ImageUploaded', 'COMMIT');
  const howToGoBack = /^Subscriber transaction stands by: .*version 999.* npm run operator -- rebuild transaction$/;
  await until(async () => {
    const { problems = [] } = (await (await fetch(`${product.url}/readyz`)).json()) as { problems?: string[] };
    return problems.some((problem) => howToGoBack.test(problem));
  });
  // A stranger behind a proxy learns that it is not ready, and not why.
  const stranger = await fetch(`${product.url}/readyz`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(stranger.status).toBe(503);
  expect(await stranger.text()).not.toMatch(/problems|Subscriber/);
});
