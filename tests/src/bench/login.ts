import { createDatabase } from '@clearcut/platform/database/database';
import { createPerson, PASSWORD } from '../support/person.ts';
import type { Product } from '../support/product.ts';
import { median, type BenchResult } from './result.ts';

const PAIRS = 100;
const WARM_UP = 5;
const SHUFFLES = 2_000;
const KNOWN = 'known@example.com';

/**
 * Whether response times reveal accounts: answers for known and unknown addresses, alternating. The floor is the chance
 * difference between two halves of the same answers, exceeded by 1 shuffle in 100.
 */
export async function benchLogin(product: Product): Promise<BenchResult[]> {
  const database = createDatabase(product.databaseUrl, { name: 'bench' });
  const person = createPerson(product.url);
  await createPerson(product.url).signUp(KNOWN);

  async function time(path: string, body: object): Promise<number> {
    // Rate limits would stop the benchmark, and the last mail must not be in progress.
    await database.query('DELETE FROM identity.rate_limits');
    while ((await database.query('SELECT 1 FROM identity.mails')).length > 0);
    const before = performance.now();
    const answer = await person.send('POST', path, body);
    await answer.text();
    const milliseconds = performance.now() - before;
    if (![204, 400].includes(answer.status)) throw new Error(`${path} was answered ${answer.status}`);
    return milliseconds;
  }

  async function compare(name: string, path: string, more: object): Promise<BenchResult> {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = -WARM_UP; i < PAIRS; i += 1) {
      const first = await time(path, { email: KNOWN, ...more });
      const second = await time(path, { email: `unknown-${i}@example.com`, ...more });
      if (i < 0) continue;
      known.push(first);
      unknown.push(second);
    }
    const difference = Math.abs(median(known) - median(unknown));
    const noise = chanceDifference([...known, ...unknown]);
    return {
      name,
      unit: 'ms',
      ours: difference,
      floor: noise,
      ratio: difference / noise,
      target: { atMost: 1 },
      details: { pairs: PAIRS, medianKnown: median(known), medianUnknown: median(unknown) },
    };
  }

  try {
    return [
      await compare('wrong password: known against unknown address', '/api/auth/login', { password: `${PASSWORD}?` }),
      await compare('asking for a link: known against unknown address', '/api/auth/send-token', {}),
    ];
  } finally {
    await database.close();
  }
}

/** Difference of the medians of two random halves that 1 shuffle in 100 exceeds. */
function chanceDifference(values: readonly number[]): number {
  const differences = Array.from({ length: SHUFFLES }, () => {
    const keyed = values.map((value) => ({ value, key: Math.random() })).sort((a, b) => a.key - b.key);
    const shuffled = keyed.map(({ value }) => value);
    const middle = shuffled.length >> 1;
    return Math.abs(median(shuffled.slice(0, middle)) - median(shuffled.slice(middle)));
  });
  differences.sort((a, b) => a - b);
  return differences[Math.floor(SHUFFLES * 0.99)] ?? Number.NaN;
}
