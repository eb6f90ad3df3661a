/** The operator's explanation of a picture, and finding it by what a user reports. */
import { randomUUID } from 'node:crypto';
import { migrateSupport } from '@clearcut/command-api/support';
import type { StreamName } from '@clearcut/platform/event-store/port';
import { examples, metadataOf, streamOf, userOwner, uuidOf } from '@clearcut/projections/testing/events';
import type { ClearcutEvent } from '@clearcut/schemas/events/catalogue';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install, outcome, type Installation } from './projections-harness.ts';

const id = uuidOf('picture');
const errorId = uuidOf('request');
const { teamId } = userOwner;
const pool: StreamName = `creditPool-${teamId}`;
const save = { teamId, credits: 1, expiring: 0, ofExpiring: 0, saveId: uuidOf(id, 'save') };
const spent = (transactionId: string): ClearcutEvent => ({
  type: 'CreditsSpent',
  data: { ...save, transactionId, balance: 4, pictureState: 'a'.repeat(64) },
});
const refunded: ClearcutEvent = {
  type: 'CreditsRefunded',
  data: { ...save, transactionId: id, balance: 5, reason: 'save-failed' },
};
const cutOut = examples.BackgroundRemoved(id);
const { model } = cutOut.data;

let installation: Installation;
beforeAll(async () => {
  installation = await install();
  await migrateSupport(installation.database);
  await append(streamOf(id), {
    0: examples.ImageUploaded(id),
    2: cutOut,
    4: examples.HdSaveStarted(id),
    5: examples.HdSaveFailed(id),
  });
  await append(pool, { 1: spent(uuidOf('another')), 3: spent(id), 6: refunded });
});
afterAll(() => installation.remove());

/** By minute. The save's start was part of the request whose id the user reports. */
async function append(stream: StreamName, events: Readonly<Record<number, ClearcutEvent>>, version = 0): Promise<void> {
  const recorded = Object.entries(events).map(([minute, event]) => {
    const metadata = metadataOf(Number(minute));
    const correlationId = event.type === 'HdSaveStarted' ? errorId : metadata.correlationId;
    return { id: randomUUID(), event, metadata: { ...metadata, correlationId } };
  });
  await installation.eventStore.append(stream, version, recorded);
}

const explain = (...args: string[]) => outcome(installation.operator('explain', ...args));

const line = (minute: number, type: string, facts: string, correlationId = 'correlation'): string =>
  `  2026-01-01T12:0${minute}:00.000Z ${type} (system test, correlation ${correlationId})${facts}`;

test('lists events of a picture in order, by its id and by the Error ID of a request for it', async () => {
  const explained = await explain(id);
  expect(explained).toMatchObject({ code: 0, stderr: '' });
  expect(explained.stdout.trimEnd().split('\n')).toEqual([
    `Picture ${id}:`,
    line(0, 'ImageUploaded', ''),
    line(2, 'BackgroundRemoved', `: model ${model.name} ${model.version}, SHA-256 ${model.sha256}`),
    line(3, 'CreditsSpent', `: save ${save.saveId}, credits 1, left 4`),
    line(4, 'HdSaveStarted', `: save ${save.saveId}`, errorId),
    line(5, 'HdSaveFailed', `: save ${save.saveId}, reason picture_removed`),
    line(6, 'CreditsRefunded', `: save ${save.saveId}, reason save-failed, credits 1, left 5`),
  ]);
  expect((await explain(errorId)).stdout).toBe(explained.stdout);
});

test('regression: an id in capitals was that of no picture', async () => {
  expect(await explain(id.toUpperCase())).toEqual(await explain(id));
  expect(await explain(errorId.toUpperCase())).toEqual(await explain(errorId));
});

test('shows a credit whose save has not begun, as after a crash in between', async () => {
  const linked = uuidOf('linked');
  await append(streamOf(linked), { 0: examples.ImageUploaded(linked), 1: examples.ImageLinked(linked) });
  await append(pool, { 2: spent(linked) }, 3);
  expect((await explain(linked)).stdout.trimEnd().split('\n')).toEqual([
    `Picture ${linked}:`,
    line(0, 'ImageUploaded', ''),
    line(1, 'ImageLinked', ''),
    line(2, 'CreditsSpent', `: save ${save.saveId}, credits 1, left 4`),
  ]);
});

test('gives a program the complete events', async () => {
  const [picture] = JSON.parse((await explain(errorId, '--json')).stdout) as { events: { event: ClearcutEvent }[] }[];
  expect(picture).toMatchObject({
    transactionId: id,
    events: [{ stream: streamOf(id), version: 1 }, {}, {}, {}, {}, {}],
  });
  expect(picture?.events[1]?.event).toEqual(cutOut);
});

test('regression: the Error ID of a refused request is explained as the console does, though no event tells of it', async () => {
  const refused = uuidOf('refused');
  await installation.database.query(
    `INSERT INTO support.error_report (id, at, code, status, route)
     VALUES ($1, '2026-01-01T12:00:00Z', 'url_invalid', 400, 'POST /api/transaction/url/')`,
    [refused],
  );
  expect(await explain(refused)).toMatchObject({
    code: 0,
    stdout: `Request ${refused}:\n  2026-01-01T12:00:00.000Z refused with 400 url_invalid at POST /api/transaction/url/\n`,
  });
  expect(JSON.parse((await explain(refused, '--json')).stdout)).toMatchObject([{ errorId: refused, status: 400 }]);
});

test('reports an unknown id as unknown', async () => {
  const unknown = await explain(uuidOf('nothing'));
  expect(unknown).toMatchObject({ code: 1, stdout: '' });
  expect(unknown.stderr).toMatch(new RegExp(`^There is no picture ${uuidOf('nothing')}, no refused request`));
});
