/** Texts that PostgreSQL cannot hold, logged before appends refused them, stop no subscriber and no rebuild. */
import { randomUUID } from 'node:crypto';
import { readRebuilds, requestRebuild } from '@clearcut/platform/event-store/rebuild-requests';
import { readSubscriberStatuses } from '@clearcut/platform/event-store/subscriber';
import type { AuditEntry } from '@clearcut/schemas/support/audit-http';
import { isStorable } from '@clearcut/schemas/text/characters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { HOSTILE, storedExamples, underOwnId, withText, writeIntoLog } from '../support/hostile-log.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { mailTo } from '../support/person.ts';
import { photo } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { newStaff } from '../support/staff.ts';

let product: Installation;
beforeAll(async () => {
  product = await startInstallation(LOG_IN_POSTGRES);
});
afterAll(() => product.stop());

/** Resolves once all subscribers have reached the log's end. @returns the problems of those that have not */
async function troubles(): Promise<string[]> {
  const [end] = await product.database.query<{ position: string }>(
    'SELECT max(position)::text AS position FROM event_store.event',
  );
  return eventually(async () => {
    const statuses = await readSubscriberStatuses(product.database);
    const halted = statuses.flatMap(({ name, state, error }) => (state === 'halted' ? [`${name}: ${error}`] : []));
    if (halted.length > 0) return halted;
    const isThere = statuses.every(({ position }) => Number(position) >= Number(end?.position));
    return isThere ? [] : undefined;
  });
}

test('no text in any field of any event halts a policy, a read model or a rebuild', async () => {
  for (const example of await storedExamples()) {
    const last = example.events.at(-1);
    const takesText = last !== undefined && withText(last, 'any text') !== last;
    for (const text of takesText ? HOSTILE : HOSTILE.slice(0, 1)) {
      const id = randomUUID();
      const events = underOwnId(example, id).map((event) => withText(event, text.padEnd(24, '.')));
      await writeIntoLog(product.database, `${example.category}-${id}`, events, text);
    }
  }
  expect(await troubles()).toEqual([]);

  const names = (await readRebuilds(product.database)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) await requestRebuild(product.database, name);
  const rebuilt = await eventually(async () => {
    const rebuilds = await readRebuilds(product.database);
    return rebuilds.every(({ finishedAt }) => finishedAt !== null) ? rebuilds : undefined;
  });
  expect(rebuilt.filter(({ error }) => error !== null)).toEqual([]);
  expect(await troubles()).toEqual([]);
});

test("after that, staff read their log, and a picture's owner is notified of a break-glass", async () => {
  const [support, auditor] = [await newStaff(product, 'support'), await newStaff(product, 'auditor')];
  const owner = await newSaver(product, 0);
  const { id } = await owner.cutOut(await photo());
  const glass = (text: string) =>
    support.send('POST', `/api/staff/pictures/${id}/break-glass/`, { reason: 'abuse', text });
  for (const text of HOSTILE.filter((one) => !isStorable(one)))
    expect(await errorOf(await glass(text.padEnd(24, '.')))).toBe('400 validation_failed');
  expect((await glass('Two reports say that it breaks the terms')).status).toBe(201);
  const { email } = await bodyOf<{ email: string }>(await owner.person.get('/api/user/me/'));
  await mailTo(product.url, email, /support/i);
  const entries = await bodyOf<AuditEntry[]>(await auditor.get('/api/staff/audit/'));
  expect(entries.some(({ action }) => action === 'break-glass')).toBe(true);
  expect(isStorable(JSON.stringify(entries))).toBe(true);
});
