/** Saves waiting behind others: reported places, what moves ahead for them, and who may spend after the wait. */
import type { Member } from '@clearcut/command-api/kernel/requester';
import { recordMatteRefined } from '@clearcut/command-api/transaction';
import {
  blob,
  mapped,
  refined,
  removed,
  requester,
  step,
  uploaded,
  uuidOf,
} from '@clearcut/command-api/transaction/testing/histories';
import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import { IMAGE_JOBS, JOB_PRIORITY } from '@clearcut/schemas/transaction/jobs';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type SaveSteps, startSaveSteps } from './save-steps.ts';

const { teamId } = requester;
const unrefined = [uploaded, removed];

let steps: SaveSteps;
beforeAll(async () => {
  steps = await startSaveSteps(10);
});
afterAll(() => steps.close());

const refusedWith = (code: ErrorCode) => expect.objectContaining({ code });
const refine = (id: string) =>
  steps.record(
    id,
    recordMatteRefined({
      transactionId: id,
      subject: AUTO,
      improved: step('improved'),
      matte: blob('matte'),
      refinement: refined.data.refinement,
      renderer: refined.data.renderer,
      model: refined.data.model,
      segmentation: mapped.segmentation,
      regions: blob('regions'),
    }),
  );
const typesOf = async (id: string) =>
  (await steps.installation.eventStore.readStream(`transaction-${id}`)).map(({ event }) => event.type);

/** Queues refinements that nothing serves. */
async function queueRefinements(...ids: readonly string[]): Promise<void> {
  const messages = ids.map((id) => ({ id, body: 0, priority: JOB_PRIORITY.refineMatte, group: teamId }));
  await steps.installation.messageBus.publish(IMAGE_JOBS, messages);
}

test('a save without credits is refused at once, while its picture is still being refined', async () => {
  const { id } = await steps.write(unrefined);
  const poor = { ...requester, teamId: uuidOf('team without credits') };
  await expect(steps.save(id, poor)).rejects.toThrow(refusedWith('no_credits'));
  expect(await typesOf(id)).toEqual(['ImageUploaded', 'BackgroundRemoved']);
});

test('a save that waits too long gets its place in the queue, and its refinement overtakes those without a save', async () => {
  const pictures = [await steps.write(unrefined), await steps.write(unrefined), await steps.write(unrefined)];
  const jobs = pictures.map(({ eventIds }) => eventIds[1] ?? '');
  await queueRefinements(...jobs);
  const placeOf = (job = '') => steps.installation.messageBus.ahead(IMAGE_JOBS, job, 100);
  expect(await Promise.all(jobs.map(placeOf))).toEqual([0, 1, 2]);

  const [{ id }] = [pictures[2]!];
  const refusal = await steps.save(id, requester, { maxWaitMs: 0 }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CatalogueError);
  expect(refusal).toMatchObject({ code: 'save_queued', status: 503, ahead: 0, retryAfterSeconds: 2 });
  expect(await Promise.all(jobs.map(placeOf))).toEqual([1, 2, 0]);
  expect(await steps.creditPool.balance(teamId)).toBe(10);

  const asBulk = steps.save(pictures[1]!.id, requester, { maxWaitMs: 0, isBulk: true });
  await expect(asBulk).rejects.toThrow(refusedWith('save_queued'));
  // One of many saves lets interactive ones go first.
  expect(await Promise.all(jobs.map(placeOf))).toEqual([1, 2, 0]);
});

test('a save moves its refinement ahead even if the relay has not requested it yet', async () => {
  const { id, eventIds } = await steps.write(unrefined);
  const before = await steps.write(unrefined);
  await queueRefinements(before.eventIds[1]!);
  const waiting = new AbortController();
  const save = steps.save(id, requester, { signal: waiting.signal });
  const refused = expect(save).rejects.toThrow(refusedWith('service_unavailable'));
  await queueRefinements(eventIds[1]!);
  await vi.waitFor(async () => {
    const places = [eventIds[1]!, before.eventIds[1]!].map((job) =>
      steps.installation.messageBus.ahead(IMAGE_JOBS, job, 100),
    );
    const [own = 0, other = 0] = await Promise.all(places);
    expect(own).toBeLessThan(other);
  }, 10_000);
  waiting.abort();
  await refused;
});

test('an admin demoted or removed while a save waits spends nothing', async () => {
  const admin: Member = { ...requester, userId: uuidOf('another admin'), role: 'admin' };
  const lost: (readonly [Member | undefined, ErrorCode])[] = [
    [{ ...admin, role: 'collaborator' }, 'transaction_not_found'],
    [{ ...admin, role: 'limited', permissions: ['myImages'] }, 'forbidden'],
    [undefined, 'forbidden'],
  ];
  for (const [now, code] of lost) {
    const { id } = await steps.write(unrefined);
    const balance = await steps.creditPool.balance(teamId);
    const save = steps.save(id, admin, { memberNow: () => Promise.resolve(now) });
    await Promise.all([expect(save).rejects.toThrow(refusedWith(code)), refine(id)]);
    expect(await steps.creditPool.balance(teamId)).toBe(balance);
    expect(await typesOf(id)).not.toContain('HdSaveRequested');
  }
});
