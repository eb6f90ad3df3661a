import { createKey, WIDE_LIMITS } from '../support/api-keys.ts';
import { createPerson } from '../support/person.ts';
import type { Product } from '../support/product.ts';
import { residentMiB } from './memory.ts';
import { photoLike } from './picture.ts';
import { median, type BenchResult } from './result.ts';

const AT_ONCE = 200;
const ALONE = 7;
const BESIDE = 3;
const WARM_UP = 3;
const EARLY = 100;
const LATE = 1_000;
const STEADY = 6;

/**
 * Programs with API keys: a team's wait for a picture while another team's key has sent 200 at once, against an idle
 * product; and resident memory of API and worker after 1,000 pictures, against after 100. Sends small, distinct
 * pictures.
 */
export async function benchPrograms(product: Product): Promise<BenchResult[]> {
  const [busy, other] = [await newKey(product.url), await newKey(product.url)];
  const picture = await photoLike(640, 480);
  let sent = 0;
  const send = async (key: string): Promise<number> => {
    // Bytes behind a JPEG's end do not change its picture.
    const bytes = Buffer.concat([picture, Buffer.from(String((sent += 1)))]);
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'photo.jpg');
    const started = performance.now();
    const answer = await fetch(`${product.url}/v1/pictures/`, {
      method: 'POST',
      headers: { 'x-api-key': key, prefer: 'wait=30' },
      body: form,
    });
    const text = await answer.text();
    if (answer.status !== 200 && answer.status !== 202) throw new Error(`${answer.status}: ${text}`);
    return performance.now() - started;
  };
  const several = async (count: number, key: string): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; n < count; n++) times.push(await send(key));
    return times;
  };

  await several(WARM_UP, other);
  const alone = await several(ALONE, other);
  const all = Promise.all(Array.from({ length: AT_ONCE }, () => send(busy)));
  const beside = await several(BESIDE, other);
  await all;

  const pids = await Promise.all((['command-api', 'inference-worker'] as const).map((name) => product.childPid(name)));
  const resident = async (): Promise<number> => {
    const each = await Promise.all(pids.map(residentMiB));
    return each.reduce((sum, one) => sum + one, 0);
  };
  let made = 0;
  const until = (count: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: STEADY }, async () => {
        while (made < count) {
          made += 1;
          await send(made % 2 === 0 ? busy : other);
        }
      }),
    );
  await until(EARLY);
  const early = await resident();
  await until(LATE);
  const late = await resident();
  const [first = Number.NaN] = beside;
  return [
    {
      name: `a team's picture while another's key sent ${AT_ONCE} at once, against alone`,
      unit: 'ms',
      ours: first,
      floor: median(alone),
      ratio: first / median(alone),
      target: { atMost: 1.5 },
      details: { atOnce: AT_ONCE, beside: beside.map(Math.round).join(', '), alone: alone.map(Math.round).join(', ') },
    },
    {
      name: `memory of API and worker after ${LATE} pictures of programs, against after ${EARLY}`,
      unit: 'MiB',
      ours: late,
      floor: early,
      ratio: late / early,
      target: { atMost: 1.1 },
      details: { pictures: LATE },
    },
  ];
}

async function newKey(url: string): Promise<string> {
  const person = createPerson(url);
  await person.signUp(`${crypto.randomUUID()}@example.com`);
  return (await createKey(person, { limits: WIDE_LIMITS })).key;
}
