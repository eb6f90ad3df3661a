import { EventEmitter } from 'node:events';
import { createReadStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createMetrics } from '@clearcut/platform/telemetry/metrics';
import { failWork } from '@clearcut/platform/last-resort';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { route } from '../contract.ts';
import { startServer } from '../testing/server.ts';
import type { ErrorReport } from './error-reports.ts';

const contract = (path: `/${string}`) =>
  ({
    method: 'GET',
    path,
    summary: '',
    credentials: [],
    access: { who: 'anyone' },
    answers: { 200: { description: '' } },
    errors: [],
  }) as const satisfies Contract;

const never = new Promise<never>(() => undefined);
const strayErrors: Readonly<Record<string, () => void>> = {
  emitter: () => void setImmediate(() => new EventEmitter().emit('error', new Error('stray'))),
  stream: () => void createReadStream('/does/not/exist'),
  promise: () => void delay(1).then(() => Promise.reject(new Error('stray'))),
  timer: () =>
    void setTimeout(() => {
      throw new Error('stray');
    }, 1),
};

// The test runner's own listeners would fail the run.
const events = ['uncaughtException', 'unhandledRejection'] as const;
const others = events.map((event) => process.rawListeners(event as 'exit'));
const unclaimed: unknown[] = [];
beforeAll(() => {
  for (const event of events) {
    process.removeAllListeners(event);
    process.on(event, (error: unknown) => failWork(error) || unclaimed.push(error));
  }
});
afterAll(() => {
  for (const [index, event] of events.entries()) {
    process.removeAllListeners(event);
    for (const listener of others[index] ?? []) process.on(event, listener as () => void);
  }
});

test.for(Object.entries(strayErrors))('a stray error of a %s fails only its request', async ([, begin]) => {
  const reports: ErrorReport[] = [];
  const metrics = createMetrics('test');
  const released = Promise.withResolvers<void>();
  const port = await startServer({
    metrics,
    errorReports: { keep: (report) => void reports.push(report) },
    routes: [
      route(contract('/stray'), () => {
        begin();
        return never;
      }),
      route(contract('/other'), () => released.promise.then(() => ({ ok: true }))),
    ],
  });
  const other = fetch(`http://127.0.0.1:${port}/other`);
  const stray = await fetch(`http://127.0.0.1:${port}/stray`);
  expect([stray.status, await stray.json()]).toMatchObject([500, { errorCode: 'unexpected' }]);
  released.resolve();
  expect((await other).status).toBe(200);
  expect(reports).toMatchObject([{ code: 'unexpected', status: 500 }]);
  expect(await metrics.render()).toMatch(/http_stray_errors_total\{.*\} 1\n/);
  expect(unclaimed).toEqual([]);
});

test('a stray error after the response has begun aborts it', async () => {
  const port = await startServer({
    routes: [
      route(contract('/begun'), async ({ request }) => {
        void delay(20).then(() => Promise.reject(new Error('stray')));
        return (await import('node:stream')).Readable.from(
          (async function* () {
            yield Buffer.from('begun');
            await delay(5_000, undefined, { signal: request.closed });
          })(),
        );
      }),
    ],
  });
  const answer = await fetch(`http://127.0.0.1:${port}/begun`);
  await expect(answer.text()).rejects.toThrow();
});
