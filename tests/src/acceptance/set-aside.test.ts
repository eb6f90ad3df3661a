/** An event that halts a read model is set aside by the operator, with a reason that is shown. */
import { randomUUID } from 'node:crypto';
import { readRebuilds, requestRebuild } from '@clearcut/platform/event-store/rebuild-requests';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import type { Work } from '@clearcut/schemas/support/work-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf } from '../support/client.ts';
import { writeIntoLog } from '../support/hostile-log.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { runOperator } from '../support/operator.ts';
import { eventually } from '../support/product.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { newStaff } from '../support/staff.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation(LOG_IN_POSTGRES);
});
afterAll(() => product.stop());

async function operator(...words: string[]): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await runOperator(product, words);
  return { code, said: code === 0 ? stdout : stderr };
}

const stateOf = async (name: string) =>
  (await readSubscriberStatuses(product.database)).find((status) => status.name === name);
const REASON = 'Written by hand while the log was repaired';

test('read models that halt at an event can continue without it, and status pages show why', async () => {
  const operations = await newStaff(product, 'operations');
  const stream = `staffAction-${randomUUID()}`;
  await writeIntoLog(product.database, stream, [{ type: 'Unheard', schemaVersion: 1, data: {} }], 'by hand');
  const [written] = await product.database.query<{ id: string }>(
    'SELECT event_id AS id FROM event_store.event WHERE stream_id = $1',
    [stream],
  );
  const id = written?.id ?? '';
  const halted = await eventually(async () => {
    const statuses = await readSubscriberStatuses(product.database);
    const names = statuses.filter(({ error }) => error?.includes(id)).map(({ name }) => name);
    return names.length === 4 ? names : undefined;
  });
  expect(halted).toEqual(['security-alerts', 'security-log', 'staff-audit', 'support-access-policy']);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(503);

  expect((await operator('set-aside', id)).said).toContain('--reason');
  expect((await operator('set-aside', id, '--reason', '\u200b\u200b\u200b\u200b')).said).toContain('--reason');
  expect((await operator('set-aside', randomUUID(), '--reason', REASON)).said).toContain('No subscriber is halted');
  expect((await operator('set-aside', id, '--reason', REASON, '--subscriber', 'nobody')).said).toContain('There are:');
  const done = await operator('set-aside', id, '--reason', REASON);
  expect(done.said).toContain('security-alerts, security-log, staff-audit, support-access-policy');

  const ready = await eventually(async () => {
    const answer = await fetch(`${product.url}/readyz`);
    return answer.status === 200 ? bodyOf(answer) : undefined;
  });
  expect(ready).toMatchObject({ status: 'ready', setAside: 4 });
  expect((await operator('set-aside')).said).toContain(`staff-audit continues without ${id} (${stream} version 1)`);
  const { subscribers } = await bodyOf<Work>(await operations.get('/api/staff/work/'));
  expect(subscribers.find(({ name }) => name === 'staff-audit')?.setAside).toEqual([
    { eventId: id, stream, version: 1, at: expect.any(String) as string, reason: REASON },
  ]);
  expect(subscribers.find(({ name }) => name === 'team')?.setAside).toEqual([]);
  expect((await stateOf('staff-audit'))?.error).toBeNull();

  await requestRebuild(product.database, 'staff-audit');
  const rebuilt = await eventually(async () =>
    (await readRebuilds(product.database)).find(
      ({ name, finishedAt }) => name === 'staff-audit' && finishedAt !== null,
    ),
  );
  expect(rebuilt.error).toBeNull();
});
