/**
 * Staff searches use an index however long the log is: 1,000,000 events in the long suite. `npm run bench -- --only
 * search` measures them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findInIndex } from '@clearcut/projections/support-index/queries';
import { search } from '@clearcut/command-api/support';
import type { Database } from '@clearcut/platform/database/database';
import { fillIndex, uuidIn } from '../support/index-rows.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';

const EVENTS = process.env['LONG_TESTS'] === '1' ? 1_000_000 : 50_000;

let product: Installation;
beforeAll(async () => {
  product = await sharedInstallation();
  await fillIndex(product.database, EVENTS);
});
afterAll(() => product.stop());

/** Statements sent by `work`, each with its plan. */
async function plansOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
  const { database } = product;
  const plans: string[] = [];
  const query: Database['query'] = async (statement, params = []) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    const lines = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${text}`, params);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return database.query(statement, params);
  };
  await work({ ...database, query });
  return plans;
}

test(`finds one of ${EVENTS} events by its request and one by its file, without a full table scan`, async () => {
  const [{ request, file } = { request: '', file: '' }] = await product.database.query<{
    request: string;
    file: string;
  }>(`SELECT ${uuidIn(`'request' || $1::int`)}::text AS request, repeat(md5('file' || $1::int), 2) AS file`, [
    Math.round(EVENTS / 2),
  ]);
  for (const key of [request, file]) {
    const plans = await plansOf(async (database) => {
      const { found } = await search(database, key);
      expect(found).toMatchObject([{ kind: 'picture' }]);
    });
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
      expect(plan).not.toContain('Seq Scan');
    }
  }
  // Control: a search by anything but the key scans the table.
  const [whole] = await plansOf((database) =>
    database.query('SELECT kind FROM read_support_index.entry WHERE stream = $1', ['transaction-none']),
  );
  expect(whole).toContain('Seq Scan');
  expect(await findInIndex(product.database, 'f'.repeat(64))).toEqual([]);
});
