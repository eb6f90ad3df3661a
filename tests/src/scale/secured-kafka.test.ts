/** The product on a broker with TLS and authentication only, configured only by settings. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newSaver } from '../support/saver.ts';
import { type KafkaBroker, startKafka } from '../support/servers/kafka.ts';

let broker: KafkaBroker;
let product: Installation;

beforeAll(async () => {
  broker = await startKafka();
  const { brokers, certificate, username, password } = broker.secured;
  product = await startInstallation({
    KAFKA_BROKERS: brokers,
    KAFKA_TLS: 'true',
    KAFKA_SASL: 'scram-sha-512',
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
    NODE_EXTRA_CA_CERTS: certificate,
  });
});
afterAll(async () => {
  await product?.stop();
  await broker?.stop();
});

test('a picture is cut out and saved for one credit despite killed processes', async () => {
  const saver = await newSaver(product, 2);
  const { id } = await saver.cutOut(await photo({ width: 400, height: 300 }));
  expect((await saver.save(id)).creditsLeft).toBe(1);
  for (const service of ['command-api', 'projections', 'inference-worker'] as const) await product.replace(service);
  const again = await saver.cutOut(await photo({ width: 300, height: 200 }));
  expect((await saver.save(again.id)).creditsLeft).toBe(0);
});
