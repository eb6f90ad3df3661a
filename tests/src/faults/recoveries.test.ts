/**
 * Twelve deaths of a process on a picture's way, repeatedly: the picture's fate, and the user's wait. `npm run
 * test:long`; FAULT_REPEATS sets the repeats of each, 50 by default.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { figure } from '../support/pictures.ts';
import { eventually, type Service } from '../support/product.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { event, killBefore, prepareKillPoints, type Step } from './kill-points.ts';
import { ended } from './saves-harness.ts';

const REPEATS = Number(process.env['FAULT_REPEATS'] ?? 50);
/** A longer wait counts as a lost picture. */
const PATIENCE_MS = 180_000;

const message = (topic: string, kind: string, name: string): Step => ({
  name,
  table: 'message_bus.message',
  write: 'INSERT',
  when: `NEW.topic = '${topic}' AND NEW.body->>'kind' = '${kind}'`,
});
const job = (kind: string): Step => message('image-jobs', kind, `the job ${kind}`);
const result = (kind: string): Step => message('image-results', kind, `the result ${kind}`);
const row: Step = { name: 'the row of the picture', table: 'read_transaction.transaction', write: 'INSERT' };

interface Fault {
  readonly service: Service;
  readonly step: Step;
  readonly during: 'upload' | 'save';
}

const FAULTS: readonly Fault[] = [
  { service: 'command-api', step: event('ImageUploaded'), during: 'upload' },
  { service: 'projections', step: row, during: 'upload' },
  { service: 'projections', step: job('remove-background'), during: 'upload' },
  { service: 'inference-worker', step: result('background-removed'), during: 'upload' },
  { service: 'command-api', step: event('BackgroundRemoved'), during: 'upload' },
  { service: 'projections', step: job('refine-matte'), during: 'upload' },
  { service: 'inference-worker', step: result('matte-refined'), during: 'upload' },
  { service: 'command-api', step: event('MatteRefined'), during: 'upload' },
  { service: 'command-api', step: event('CreditsSpent'), during: 'save' },
  { service: 'command-api', step: event('HdSaveStarted'), during: 'save' },
  { service: 'inference-worker', step: result('hd-rendered'), during: 'save' },
  { service: 'command-api', step: event('HdSaveCompleted'), during: 'save' },
];

/** Retries a request under its key until it succeeds. */
const insist = (send: () => Promise<Response>, status: number): Promise<Response> =>
  eventually(async () => {
    const answer = await send().catch(() => undefined);
    if (answer?.status === status) return answer;
    if (answer !== undefined && answer.status < 500) throw new Error(`${answer.status}: ${await answer.text()}`);
    return undefined;
  });

describe.runIf(process.env['LONG_TESTS'] === '1')(`each ${REPEATS} times`, () => {
  let product: Installation;
  let saver: Saver;
  const table: string[] = [];

  beforeAll(async () => {
    product = await startInstallation({ UPLOADS_PER_MINUTE: '1000000' });
    await prepareKillPoints(product);
    saver = await newSaver(product, FAULTS.length * REPEATS);
  });
  afterAll(async () => {
    process.stderr.write(`\n${table.join('\n')}\n`);
    await product.stop();
  });

  let sent = 0;
  /** A new picture. */
  function nextPicture(): Promise<Buffer> {
    sent += 1;
    return figure({ width: 160, height: 120 })
      .modulate({ hue: sent % 360 })
      .jpeg({ quality: 60 + (sent % 40) })
      .toBuffer();
  }

  /** @returns the user's wait from the death on, in milliseconds */
  async function suffer({ service, step, during }: Fault): Promise<number> {
    const bytes = await nextPicture();
    const [uploadKey, saveKey] = [randomUUID(), randomUUID()];
    // A busy server may refuse it once: refused requests never reach the step.
    const upload = () => insist(() => saver.client.upload(bytes, { idempotencyKey: uploadKey }), 201);
    const idOf = async () => (await bodyOf<UploadAnswer>(await upload())).id;
    const isImproved = (id: string) =>
      eventually(async () => ((await product.eventTypes(id)).includes('MatteRefined') ? true : undefined));
    const save = (id: string) =>
      insist(() => saver.person.send('POST', `/api/transaction/${id}/save/`, {}, { 'idempotency-key': saveKey }), 200);

    let died = 0;
    const whileHeld = async (): Promise<void> => void (died = performance.now());
    let id: string;
    if (during === 'upload') {
      await killBefore(product, step, upload, service, whileHeld);
      id = await idOf();
      await isImproved(id);
    } else {
      id = await idOf();
      await isImproved(id);
      await killBefore(product, step, () => save(id), service, whileHeld);
    }
    await save(id);
    const waited = performance.now() - died;
    expect(await ended(product, id)).toMatchObject({ spent: 1, completed: 1, failed: 0 });
    const types = await product.eventTypes(id);
    expect(types).toEqual([...new Set(types)]);
    return waited;
  }

  test.for(FAULTS)('the $service is killed before $step.name', { timeout: REPEATS * PATIENCE_MS }, async (fault) => {
    const failures: string[] = [];
    let [times, longest] = [0, 0];
    // After a failure the step may still be held.
    for (; times < REPEATS && failures.length === 0; times += 1) {
      const lost = sleep(PATIENCE_MS, undefined, { ref: false }).then(async () => {
        const ready = await fetch(`${product.url}/readyz`).then((answer) => answer.text(), String);
        throw new Error(`It was not over after ${PATIENCE_MS / 1000} s; the product says: ${ready}`);
      });
      await Promise.race([suffer(fault), lost]).then(
        (waited) => (longest = Math.max(longest, waited)),
        (error: unknown) => failures.push(String(error)),
      );
    }
    const { service, step } = fault;
    table.push(
      `${service} before ${step.name}: ${times} times, ${failures.length} failed, ${(longest / 1000).toFixed(1)} s`,
    );
    expect(failures).toEqual([]);
  });
});
