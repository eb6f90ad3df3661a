/** What those who run the product see of a poison event, and the operator's commands beside the product on its embedded parts. */
import { expect, test } from 'vitest';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { uuidOf } from '@clearcut/projections/testing/events';
import { startProduct, type Product } from '../support/product.ts';
import { appendRaw, outcome, repair, startOperator, until } from './projections-harness.ts';

async function started(): Promise<Product & AsyncDisposable & { database: Database }> {
  const product = await startProduct();
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

test('readiness turns red at a poison event and green after its repair; a rebuild then works beside the product', async () => {
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

  const operator = startOperator({ DATABASE_URL: '', DATA_DIR: product.dataDir }, 'rebuild', 'transaction', '--json');
  const rebuilt = await outcome(operator);
  expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(rebuilt.stdout)).toMatchObject({ readModel: 'transaction', events: 1 });
  expect((await readiness()).status).toBe(200);
});

test('readiness turns red while the process that projects is frozen, and green when it goes on', async () => {
  await using product = await started();
  const readiness = (): Promise<Response> => fetch(`${product.url}/readyz`);
  await until(async () => (await readiness()).status === 200);
  const frozen = await product.childPid('projections');
  process.kill(frozen, 'SIGSTOP');
  try {
    await until(async () => (await readiness()).status === 503);
    // One after the other, as each was last heard of.
    await until(async () => {
      const { problems } = (await (await readiness()).json()) as { problems: string[] };
      return ['transaction', 'relay'].every((name) => problems.includes(`Nobody works for subscriber ${name}`));
    });
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  await until(async () => (await readiness()).status === 200);
});
