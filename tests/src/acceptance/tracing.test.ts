/** One trace connects an upload with all processes that worked on it, and holds no personal data. */
import { randomUUID } from 'node:crypto';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, createClient } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';

const FILE_NAME = 'my secret holiday.jpg';

let collector: TraceCollector;
let product: Installation;
beforeAll(async () => {
  collector = await startTraceCollector();
  product = await startInstallation({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
});
afterAll(async () => {
  await product.stop();
  await collector.close();
});

/** Names of the span and its ancestors, outermost first, each after its service. */
function pathOf(span: CollectedSpan, all: readonly CollectedSpan[]): string[] {
  const around = all.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(around === undefined ? [] : pathOf(around, all)), `${span.service}: ${span.name}`];
}

test('one trace leads from the upload to UPLOADED, and on to the refined matte', async () => {
  const client = createClient(product.url, { clientId: randomUUID() });
  const uploaded = await client.upload(await photo({ width: 640, height: 480 }), { name: FILE_NAME });
  const { id } = await bodyOf<UploadAnswer>(uploaded);
  const correlationId = uploaded.headers.get('x-request-id') ?? '';
  const upload = await eventually(() =>
    collector.spans.find(({ attributes }) => attributes.some(({ value }) => value['stringValue'] === correlationId)),
  );
  const trace = await eventually(() => {
    const spans = collector.spans.filter(({ traceId }) => traceId === upload.traceId);
    // The refinement is recorded last; its process exports every few seconds, as the others do.
    const appends = spans.filter(({ name }) => name === 'append transaction');
    const isWhole = appends.length === 3 && spans.filter(({ name }) => name === 'work on image-jobs').length === 2;
    return isWhole && spans.some(({ name }) => name === 'UPLOADED') ? spans : undefined;
  });
  const paths = trace.map((span) => pathOf(span, trace));

  const request = ['command-api: POST /api/transaction/'];
  const appended = [...request, 'command-api: append transaction'];
  const queued = [...appended, 'projections: publish image-jobs'];
  const worked = [...queued, 'inference-worker: work on image-jobs'];
  const taken = [...worked, 'command-api: work on image-results'];
  const recorded = [...taken, 'command-api: append transaction'];
  expect(paths).toEqual(
    expect.arrayContaining([
      request,
      [...request, 'command-api: put blob'],
      appended,
      queued,
      worked,
      [...worked, 'inference-worker: read blob'],
      [...worked, 'inference-worker: look'],
      [...worked, 'inference-worker: cut out'],
      [...worked, 'inference-worker: put blob'],
      taken,
      recorded,
      [...recorded, 'projections: UPLOADED'],
    ]),
  );
  const refined = [...recorded, 'projections: publish image-jobs', 'inference-worker: work on image-jobs'];
  expect(paths).toContainEqual([...refined, 'inference-worker: refine']);
  expect(paths).toContainEqual([...refined, 'command-api: work on image-results', 'command-api: append transaction']);

  const events = await product.eventStore.readStream(`transaction-${id}`);
  expect(new Set(events.map(({ metadata }) => metadata.traceparent?.split('-')[1]))).toEqual(new Set([upload.traceId]));
});

test('no span contains the file’s name or its owner', () => {
  const exported = JSON.stringify(collector.spans);
  expect(exported).not.toContain('holiday');
  expect(exported).not.toContain('127.0.0.1');
});

test('works as before when its collector is down', async () => {
  await collector.close();
  const client = createClient(product.url, { clientId: randomUUID() });
  expect((await client.process(await photo({ width: 320, height: 240 }))).status).toBe('UPLOADED');
  collector = await startTraceCollector();
});
