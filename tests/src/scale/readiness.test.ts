/** `/readyz` while Kafka or S3 is unavailable. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../support/installation.ts';
import { eventually } from '../support/product.ts';
import { type KafkaBroker, startKafka } from '../support/servers/kafka.ts';
import { type S3Server, startS3Server } from '../support/servers/s3.ts';

let broker: KafkaBroker;
let s3: S3Server;
let product: Installation;

beforeAll(async () => {
  // Own servers, since they are stopped.
  [broker, s3] = await Promise.all([startKafka(), startS3Server()]);
  product = await startInstallation({ KAFKA_BROKERS: broker.brokers, BLOB_STORE_URL: s3.url });
});
afterAll(async () => {
  await product?.stop();
  await Promise.all([broker?.stop(), s3?.stop()]);
});

async function problems(): Promise<string[]> {
  const answer = await fetch(`${product.url}/readyz`);
  return answer.ok ? [] : ((await answer.json()) as { problems: string[] }).problems;
}
const becomes = (expected: string[]): Promise<true> =>
  eventually(async () => (JSON.stringify(await problems()) === JSON.stringify(expected) ? true : undefined));

test('names what is unreachable, and is green once that is back', { timeout: 300_000 }, async () => {
  await becomes([]);
  await broker.halt();
  await becomes(['The message bus cannot be reached']);
  await broker.resume();
  await becomes([]);
  await s3.stop();
  await becomes(['The blob store cannot be reached']);
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
});
