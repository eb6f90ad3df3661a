/** One trace passes through Kafka in a record header. */
import { randomUUID } from 'node:crypto';
import { loadConfig } from '@clearcut/platform/config/config';
import { connectKafka } from '@clearcut/platform/message-bus/kafka/kafka';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { IMAGE_JOBS, IMAGE_RESULTS } from '@clearcut/schemas/transaction/jobs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bodyOf, createClient } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { ownNames } from '../support/servers/scale.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

let collector: TraceCollector;
let product: Installation;
beforeAll(async () => {
  collector = await startTraceCollector();
  product = await startInstallation({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
});
afterAll(async () => {
  await product?.stop();
  await collector?.close();
});

test('one trace leads from the upload through Kafka to the worker, and through Kafka to UPLOADED', async () => {
  const { kafka: settings } = loadConfig({ ...process.env, ...ownNames(product.databaseUrl) });
  if (settings === undefined) throw new Error('There is no Kafka in this run');
  const kafka = connectKafka({
    ...settings,
    clientId: 'traces-test',
    log: createLogger('test', { logLevel: 'silent' }),
  });
  onTestFinished(() => kafka.close());
  /** Trace ids in the records about the picture, by topic. */
  const seen = new Map<string, Set<string | undefined>>([
    [IMAGE_JOBS, new Set()],
    [IMAGE_RESULTS, new Set()],
  ]);
  const uploaded = await createClient(product.url, { clientId: randomUUID() }).upload(
    await photo({ width: 640, height: 480 }),
  );
  const { id } = await bodyOf<UploadAnswer>(uploaded);
  kafka.follow({
    group: 'traces-test',
    topics: [...seen.keys()],
    async take(topic, records) {
      for (const { value, headers } of records) {
        if (value.includes(id)) seen.get(topic)?.add(headers?.['traceparent']?.split('-')[1]);
      }
      return 'taken';
    },
  });

  const requestId = uploaded.headers.get('x-request-id') ?? '';
  const upload = await eventually(() =>
    collector.spans.find(({ attributes }) => attributes.some(({ value }) => value['stringValue'] === requestId)),
  );
  await eventually(() => ([...seen.values()].every(({ size }) => size > 0) ? true : undefined));
  expect([...seen.values()]).toEqual([new Set([upload.traceId]), new Set([upload.traceId])]);

  const steps = ['inference-worker: work on image-jobs', 'command-api: work on image-results', 'projections: UPLOADED'];
  await eventually(() => {
    const spans = collector.spans.filter(({ traceId }) => traceId === upload.traceId);
    const names = new Set(spans.map(({ service, name }) => `${service}: ${name}`));
    return steps.every((step) => names.has(step)) ? true : undefined;
  });
});
