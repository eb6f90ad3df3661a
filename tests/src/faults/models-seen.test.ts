/**
 * Models used by the installation, from the log: the current one, and pictures that a newer one would cut out better.
 */
import { randomUUID } from 'node:crypto';
import { createTransactionHandler, expirePicture } from '@clearcut/command-api/transaction';
import { listSeenModels } from '@clearcut/projections/models-seen/queries';
import { examples, metadataOf, streamOf, uuidOf } from '@clearcut/projections/testing/events';
import { findTransaction } from '@clearcut/projections/transaction/queries';
import type { TransactionEvent } from '@clearcut/schemas/transaction/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caughtUp, install, type Installation, outcome } from './projections-harness.ts';

let installation: Installation;

beforeEach(async () => {
  installation = await install();
});
afterEach(async () => {
  await installation.remove();
});

const modelOf = (letter: string) => ({ name: `model-${letter}`, version: '1', sha256: letter.repeat(64) });

/** A picture cut out by a model, or one where it saw no subject. */
async function picture(
  name: string,
  letter: string,
  begun: TransactionEvent = examples.ImageUploaded(uuidOf(name)),
  ending: 'BackgroundRemoved' | 'SubjectNotFound' = 'BackgroundRemoved',
): Promise<string> {
  const id = uuidOf(name);
  const done = examples[ending](id);
  const events = [begun, { ...done, data: { ...done.data, model: modelOf(letter) } } as TransactionEvent];
  await installation.eventStore.append(
    streamOf(id),
    0,
    events.map((event, index) => ({ id: randomUUID(), event, metadata: metadataOf(index) })),
  );
  return id;
}

function forkOf(name: string, from: string, askedModel: string | null): TransactionEvent {
  const { type, data } = examples.ImageForked(uuidOf(name));
  return { type, data: { ...data, from, askedModel } };
}

function uploadFor(name: string, askedModel: string): TransactionEvent {
  const { type, data } = examples.ImageUploaded(uuidOf(name));
  return { type, data: { ...data, askedModel } };
}

const seen = async (): Promise<string[]> =>
  (await listSeenModels(installation.database)).map(({ name, isCurrent }) => (isCurrent ? `${name} now` : name));

const offeredTo = async (id: string): Promise<string | undefined> =>
  (await findTransaction(installation.database, id))?.betterModel?.name;

const allRows = (): Promise<unknown> =>
  installation.database.query(
    `SELECT (SELECT jsonb_agg(m ORDER BY m.sha256) FROM read_models_seen.model m) AS models,
            (SELECT jsonb_agg(c ORDER BY c.transaction_id) FROM read_models_seen.chosen c) AS chosen`,
  );

test('orders models by when they were first seen, ignoring those chosen for one picture; a rebuild gives equal rows', async () => {
  const { database } = installation;
  await installation.startProjections();
  const first = await picture('first', 'a');
  const chosen = await picture('chosen', 'b', forkOf('chosen', first, 'model-b'));
  const asked = await picture('asked', 'b', uploadFor('asked', 'model-b'));
  await caughtUp(database);
  expect(await seen()).toEqual(['model-a now']);
  expect([await offeredTo(first), await offeredTo(chosen)]).toEqual([undefined, undefined]);
  expect(await findTransaction(database, asked)).toMatchObject({ askedModel: 'model-b', forkOf: null });

  const unseen = await picture('unseen', 'c', undefined, 'SubjectNotFound');
  const second = await picture('second', 'a');
  await picture('third', 'c');
  await caughtUp(database);
  expect(await seen()).toEqual(['model-c now', 'model-a']);
  // The first one already has another cut-out.
  expect([await offeredTo(first), await offeredTo(second)]).toEqual([undefined, 'model-c']);
  expect([await offeredTo(unseen), await offeredTo(chosen), await offeredTo(asked)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);

  const fork = await picture('fork', 'c', forkOf('fork', second, null));
  await caughtUp(database);
  expect(await offeredTo(second)).toBeUndefined();
  expect(await findTransaction(database, second)).toMatchObject({ forks: [fork], forkOf: null });
  expect(await findTransaction(database, fork)).toMatchObject({ forks: [], forkOf: second });
  // Its owner deletes the newer one, and may have it again.
  const handler = createTransactionHandler(installation.eventStore);
  await expirePicture(handler, fork);
  await caughtUp(database);
  expect(await offeredTo(second)).toBe('model-c');

  // Back to the earlier model: a picture of the other one is not offered an older one.
  await picture('back', 'a');
  await caughtUp(database);
  expect(await seen()).toEqual(['model-c', 'model-a now']);
  expect(await offeredTo(unseen)).toBeUndefined();

  const followed = await allRows();
  expect((await outcome(installation.operator('rebuild', 'models-seen'))).code).toBe(0);
  expect(await allRows()).toEqual(followed);
});
