import { randomUUID } from 'node:crypto';
import type { MessageBus } from '@clearcut/platform/message-bus/port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTo, type AdapterUnderTest } from '../adapter.ts';
import { WorkerProcess } from '../worker-process.ts';
import type { Task } from '../worker.ts';

/** Contract of every adapter between several processes, some of them killed or frozen. */
export function messageBusProcessSuite(adapter: string, start: () => Promise<AdapterUnderTest>): void {
  // Generous: on a busy machine, processes start late and not all at once.
  describe(`message bus between processes: ${adapter}`, { timeout: 160_000 }, () => {
    let underTest: AdapterUnderTest;
    let bus: MessageBus;
    let topic: string;
    let workers: WorkerProcess[];
    let effects: { readonly id: string; readonly kind: string; readonly of: string }[];

    beforeAll(async () => {
      underTest = await start();
    });
    afterAll(() => underTest.stop());

    beforeEach(async () => {
      bus = await connectTo(underTest);
      topic = `topic-${randomUUID()}`;
      workers = [];
      effects = [];
      const seen = effects;
      bus.consume({
        topic: `${topic}-effects`,
        concurrency: 10,
        maxAttempts: 1,
        handler: async ({ id, body }) => (seen.push({ id, ...(body as { kind: string; of: string }) }), {}),
      });
    });
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.kill()));
      await bus.close();
    });

    function startWorker({ concurrency = 1, maxAttempts = 5, repeatsAlone = false } = {}): WorkerProcess {
      const worker = new WorkerProcess({
        module: underTest.module.href,
        settings: underTest.settings,
        topic,
        effects: `${topic}-effects`,
        concurrency,
        maxAttempts,
        repeatsAlone,
      });
      workers.push(worker);
      return worker;
    }
    const publish = (id: string, task: Task): Promise<void> => bus.publish(topic, [{ id, body: { task } }]);
    const settled = (): Promise<void> => vi.waitFor(async () => expect(await bus.depth(topic)).toBe(0), 60_000);
    const effectsAre = (expected: readonly string[]): Promise<void> =>
      vi.waitFor(
        () => expect(effects.map(({ kind, of }) => `${kind} ${of}`).sort()).toEqual([...expected].sort()),
        60_000,
      );

    test('a killed worker loses its message to another, and only the other takes effect', async () => {
      await publish('job', 'wait');
      const killed = startWorker();
      await killed.until('taken');
      await killed.kill();
      const heir = startWorker();
      expect(await heir.until('taken')).toMatchObject({ id: 'job', attempt: 2 });
      heir.go();
      await settled();
      await effectsAre(['acknowledged job', 'published job']);
    });

    test('a worker frozen past its lease can neither publish nor acknowledge, before or after another', async () => {
      await publish('job', 'wait');
      const frozen = startWorker();
      await frozen.until('taken');
      frozen.signal('SIGSTOP');
      const heir = startWorker();
      expect(await heir.until('taken')).toMatchObject({ id: 'job', attempt: 2 });

      frozen.signal('SIGCONT');
      frozen.go();
      expect(await frozen.until('published')).toMatchObject({ refusedBy: 'LeaseLostError' });
      heir.go();
      expect(await heir.until('published')).toMatchObject({ refusedBy: null, aborted: false });
      await settled();
      await heir.kill();
      // Only the thawed worker is left: serving the next message shows that it finished the one it lost.
      await publish('next', 'work');
      await effectsAre(['acknowledged job', 'acknowledged next', 'published job']);
      expect(await bus.deadLetters(topic)).toEqual([]);
    });

    test('eight competing consumers acknowledge each of 500 messages once', async () => {
      for (let n = 0; n < 4; n++) startWorker({ concurrency: 2 });
      await Promise.all(workers.map((worker) => worker.until('ready')));
      const ids = Array.from({ length: 500 }, (_, n) => `job-${n}`);
      // Each twice, in two concurrent calls and opposite orders, as when a relay takes over from a slow one.
      for (let from = 0; from < ids.length; from += 50) {
        const batch = ids.slice(from, from + 50).map((id) => ({ id, body: { task: 'work' satisfies Task } }));
        await Promise.all([bus.publish(topic, batch), bus.publish(topic, batch.toReversed())]);
      }
      await settled();
      await effectsAre(ids.map((id) => `acknowledged ${id}`));
      // Every worker had a share.
      expect(new Set(effects.map(({ id }) => id.split(':')[2])).size).toBe(4);
    });

    test('a worker killed with many messages in progress loses and repeats none', async () => {
      const ids = Array.from({ length: 200 }, (_, n) => `job-${n}`);
      await bus.publish(
        topic,
        ids.map((id) => ({ id, body: { task: 'work' satisfies Task } })),
      );
      for (let round = 1; round <= 3; round++) {
        const worker = startWorker({ concurrency: 8 });
        await vi.waitUntil(() => effects.length >= round * 20, 60_000);
        await worker.kill();
      }
      startWorker({ concurrency: 8 });
      await settled();
      await effectsAre(ids.map((id) => `acknowledged ${id}`));
    });

    test('a message that kills its workers takes no neighbour with it if retries run alone', async () => {
      await publish('beside', 'late');
      await publish('deadly', 'die');
      const options = { concurrency: 2, maxAttempts: 3, repeatsAlone: true };
      for (let tries = 1; tries <= 3; tries++) await startWorker(options).died();
      startWorker(options);
      await settled();
      await effectsAre(['acknowledged beside', 'dead deadly']);
      expect(await bus.deadLetters(topic)).toMatchObject([{ id: 'deadly', attempts: 3 }]);
    });

    test('a message that kills every worker becomes a dead letter and notifies its publisher once', async () => {
      await publish('deadly', 'die');
      await startWorker({ maxAttempts: 2 }).died();
      await startWorker({ maxAttempts: 2 }).died();
      startWorker({ maxAttempts: 2 });
      startWorker({ maxAttempts: 2 });
      await effectsAre(['dead deadly']);
      expect(await bus.deadLetters(topic)).toMatchObject([{ id: 'deadly', attempts: 2 }]);
      expect(await bus.depth(topic)).toBe(0);
    });
  });
}
