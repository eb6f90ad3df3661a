import { expect, onTestFinished, test, vi } from 'vitest';
import { createMetrics } from './metrics.ts';

test('counts requests by method, route and status', async () => {
  const metrics = createMetrics('command-api');
  metrics.observeRequest({ method: 'GET', route: '/api/transaction/:id', status: 200, seconds: 0.02 });
  expect(await metrics.render()).toContain(
    'http_request_duration_seconds_bucket{le="0.025",service="command-api",method="GET",route="/api/transaction/:id",status="200"} 1',
  );
});

test('reads gauges with and without labels', async () => {
  const metrics = createMetrics('command-api');
  metrics.gauge('depth', 'Messages that wait', async () => 3);
  metrics.gauge('depth_by_topic', 'The same', async () => [{ labels: { topic: 'jobs' }, value: 4 }], ['topic']);
  const text = await metrics.render();
  expect(text).toContain('depth{service="command-api"} 3');
  expect(text).toContain('depth_by_topic{topic="jobs",service="command-api"} 4');
});

test('reads a gauge once, however many readers ask at the same time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const metrics = createMetrics('command-api');
  let readings = 0;
  metrics.gauge('depth', 'Messages that wait', async () => (readings += 1));
  await Promise.all([metrics.render(), metrics.render()]);
  expect(await metrics.render()).toContain('depth{service="command-api"} 1');
  vi.advanceTimersByTime(5_000);
  expect(await metrics.render()).toContain('depth{service="command-api"} 2');
});

test('a gauge that cannot be read shows no value and leaves the others unchanged', async () => {
  const metrics = createMetrics('command-api');
  metrics.gauge('broken', 'Cannot be read', () => Promise.reject(new Error('the database is away')));
  metrics.gauge('broken_by_topic', 'Nor can this', () => Promise.reject(new Error('so is the bus')), [
    'topic',
    'state',
  ]);
  metrics.gauge('sound', 'Can be read', async () => 1);
  const text = await metrics.render();
  expect(text).toContain('sound{service="command-api"} 1');
  expect(text).not.toMatch(/^broken(_by_topic)?\{/m);
});
