import { createHash } from 'node:crypto';
import { search } from '@clearcut/command-api/support';
import { createDatabase, type Database } from '@clearcut/platform/database/database';
import { fillIndex } from '../../support/index-rows.ts';
import { median, type BenchResult } from '../result.ts';

const MANY = 1_000_000;
const FEW = 1_000;
const SEARCHES = 200;
const WARM_UP = 20;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Support searches by Error ID and file digest, at 1,000 and at 1,000,000 events, on the product's database. */
export async function benchSearch(databaseUrl: string): Promise<BenchResult> {
  const database = createDatabase(databaseUrl, { name: 'bench' });
  try {
    await fillIndex(database, FEW);
    const atFew = await searches(database, FEW);
    await fillIndex(database, MANY);
    const atMany = await searches(database, MANY);
    return {
      name: `support search at ${MANY} events / at ${FEW}, median`,
      unit: 'ms',
      ours: median(atMany),
      floor: median(atFew),
      ratio: median(atMany) / median(atFew),
      target: { atMost: 3 },
      details: { searches: SEARCHES, events: MANY, slowest: Math.max(...atMany) },
    };
  } finally {
    await database.close();
  }
}

async function searches(database: Database, events: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < SEARCHES + WARM_UP; n++) {
    const event = 1 + ((n * 7_919) % events);
    const key = n % 2 === 0 ? uuidOf(md5(`request${event}`)) : md5(`file${event}`).repeat(2);
    const started = performance.now();
    const { found } = await search(database, key);
    const took = performance.now() - started;
    if (found.length === 0) throw new Error(`${key} was not found`);
    if (n >= WARM_UP) times.push(took);
  }
  return times;
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
