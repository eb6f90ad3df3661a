import { createDatabase } from '@clearcut/platform/database/database';
import { startBeside } from '../../support/beside.ts';
import { eventually, type Product, startProduct } from '../../support/product.ts';
import { median, type BenchResult } from '../result.ts';
import { reached, upload } from '../upload.ts';

const REPEATS = 20;
const WARM_UP = 3;
/** Enough to keep each worker busy. */
const PICTURES = 20;
const UPLOADS_AT_ONCE = 4;

/**
 * Cost of Kafka over a picture's whole path: `product`, with its queue in PostgreSQL, and another on the broker
 * alternate, so that a busy machine slows both alike.
 */
export async function benchPicturesOnKafka(
  product: Product,
  brokers: string,
  picture: Uint8Array,
): Promise<BenchResult[]> {
  const settings = { UPLOADS_PER_MINUTE: '1000000', KAFKA_BROKERS: brokers };
  const onKafka = await startProduct({ env: settings });
  // An interrupted benchmark leaves nothing running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void onKafka.kill('SIGTERM'));
  try {
    const both = [
      { product, env: {}, times: [] as number[] },
      { product: onKafka, env: settings, times: [] as number[] },
    ] as const;
    for (let n = -WARM_UP; n < REPEATS; n++) {
      for (const { product, times } of both) {
        const { id, sentAt } = await upload(product.url, picture);
        // Waits for the refinement, so that it does not run beside the next upload.
        const [uploadedAt = Number.NaN] = await reached(product.url, id, ['transformed', 'improved']);
        if (n >= 0) times.push(uploadedAt - sentAt);
      }
    }
    const [floor, ours] = both.map(({ times }) => median(times)) as [number, number];
    const latency: BenchResult = {
      name: 'upload to UPLOADED over Kafka, median',
      unit: 'ms',
      ours,
      floor,
      ratio: ours / floor,
      target: { atMost: 1.5 },
      details: { repeats: REPEATS, pictureBytes: picture.length },
    };
    const byOne = both.map(
      ({ product }) =>
        () =>
          picturesPerSecond(product, picture),
    );
    const byTwo = both.map(({ product, env }) => async () => {
      const second = await startBeside('inference-worker', { ...product, env });
      try {
        return await picturesPerSecond(product, picture);
      } finally {
        second.kill('SIGKILL');
      }
    });
    return [latency, await rate('1 worker', byOne), await rate('2 workers', byTwo)];
  } finally {
    await onKafka.stop();
  }
}

async function rate(workers: string, measure: readonly (() => Promise<number>)[]): Promise<BenchResult> {
  const [floor = Number.NaN, ours = Number.NaN] = [await measure[0]?.(), await measure[1]?.()];
  return {
    name: `pictures cut out and refined over Kafka, ${workers}`,
    unit: '/s',
    ours,
    floor,
    ratio: ours / floor,
    target: { atLeast: 0.8 },
    details: { pictures: PICTURES },
  };
}

/** From the first upload to the last refined picture, with many waiting. */
async function picturesPerSecond(product: Product, picture: Uint8Array): Promise<number> {
  const database = createDatabase(product.databaseUrl, { name: 'bench' });
  const refined = async (): Promise<number> => {
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM event_store.event WHERE type = 'MatteRefined'`,
    );
    return row?.count ?? 0;
  };
  const before = await refined();
  const started = performance.now();
  for (let sent = 0; sent < PICTURES; sent += UPLOADS_AT_ONCE) {
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, () => upload(product.url, picture)));
  }
  await eventually(async () => ((await refined()) >= before + PICTURES ? true : undefined));
  const seconds = (performance.now() - started) / 1_000;
  await database.close();
  return PICTURES / seconds;
}
