/** What those who run the product see of a poison event, and the operator's commands beside the product on its embedded parts. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { uuidOf } from '@clearcut/projections/testing/events';
import { startProduct, type Product } from '../support/product.ts';
import { appendRaw, outcome, repair, until } from './projections-harness.ts';

let product: Product;
let database: Database;

beforeEach(async () => {
  product = await startProduct();
  database = createDatabase(product.databaseUrl, { name: 'test' });
});

afterEach(async () => {
  await database.close();
  await product.stop();
});

const readiness = (): Promise<Response> => fetch(`${product.url}/readyz`);

test('readiness turns red at a poison event and green after its repair; a rebuild then works beside the product', async () => {
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

  const { DATABASE_URL: _none, ...env } = process.env;
  const operator = fork(
    fileURLToPath(import.meta.resolve('@clearcut/projections/operator/main')),
    ['rebuild', 'transaction', '--json'],
    {
      env: { ...env, DATA_DIR: product.dataDir },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const rebuilt = await outcome(operator);
  expect(rebuilt).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(rebuilt.stdout)).toMatchObject({ readModel: 'transaction', events: 1 });
  expect((await readiness()).status).toBe(200);
});

test('the operator is told when nothing runs', async () => {
  await product.stop();
  const operator = fork(fileURLToPath(import.meta.resolve('@clearcut/projections/operator/main')), ['dead-letters'], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: product.dataDir },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { code, stderr } = await outcome(operator);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Clearcut does not run on/);
});
