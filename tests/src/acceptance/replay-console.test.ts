/**
 * Support replays pictures from the console: changes no picture, finds differences, and shows pixels only
 * where allowed.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readModels } from '@clearcut/projections/read-models';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import type { ReplaySummary } from '@clearcut/schemas/support/replay/http';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyOf, errorOf } from '../support/client.ts';
import { type Installation, sharedInstallation } from '../support/installation.ts';
import { photo, whiteMask } from '../support/pictures.ts';
import { eventually } from '../support/product.ts';
import { REASON, replayEnd, requestReplay } from '../support/replays.ts';
import { newSaver, type Saver } from '../support/saver.ts';
import { newStaff, type Staff } from '../support/staff.ts';

const SIZE = { width: 320, height: 240 };

let product: Installation;
let saver: Saver;
let support: Staff;

beforeAll(async () => {
  product = await sharedInstallation();
  saver = await newSaver(product, 20);
  support = await newStaff(product, 'support');
});
afterAll(() => product.stop());

type Edit =
  | { readonly kind: 'colour'; readonly colour: string }
  | { readonly kind: 'stroke'; readonly mode: 'erase' | 'restore'; readonly x: number; readonly y: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'save' };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('colour' as const), colour: fc.constantFrom('#336699', '#ffcc00', '#101010') }),
  fc.record({
    kind: fc.constant('stroke' as const),
    mode: fc.constantFrom('erase' as const, 'restore' as const),
    x: fc.nat({ max: 250 }),
    y: fc.nat({ max: 190 }),
  }),
  fc.constant({ kind: 'undo' } as const),
  fc.constant({ kind: 'save' } as const),
);

const viewOf = async (id: string): Promise<TransactionView> =>
  bodyOf<TransactionView>(await saver.person.get(`/api/transaction/${id}`));

async function make(id: string, one: Edit): Promise<void> {
  const path = `/api/transaction/${id}`;
  switch (one.kind) {
    case 'colour': {
      const settings = { background: { ...TRANSPARENT, color: one.colour } };
      expect((await saver.person.send('POST', `${path}/edit`, settings)).status).toBe(200);
      return;
    }
    case 'stroke': {
      const box = { x: one.x, y: one.y, width: 40, height: 30 };
      const answer = await saver.stroke(id, one.mode, box, await whiteMask(box));
      expect(answer.status).toBe(200);
      return;
    }
    case 'undo': {
      const { undoId } = (await viewOf(id)).edits;
      if (undoId !== null) expect((await saver.person.send('POST', `${path}/op/${undoId}/restore`)).status).toBe(200);
      return;
    }
    case 'save':
      await saver.save(id);
  }
}

/** Read models of pictures and credits, the log without staff actions, and the blobs without replays. */
async function kept() {
  const tables: Record<string, unknown> = {};
  for (const { name, schema } of readModels) {
    if (['staff-audit', 'security-log', 'replays', 'support-index'].includes(name)) continue;
    const found = await product.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1 AND table_name <> 'checkpoint' ORDER BY 1`,
      [schema],
    );
    for (const table of found) {
      tables[`${schema}.${table.name}`] = await product.database.query(
        `SELECT to_jsonb(t) AS row FROM ${schema}.${table.name} t ORDER BY to_jsonb(t)::text`,
      );
    }
  }
  const log = (await product.events()).filter(({ stream }) => !/^(replay|staffAction)-/.test(stream));
  const blobs = (await product.blobs()).filter((path) => !path.includes('/replay/')).toSorted();
  return { tables, log, blobs };
}

/** Waits until it is stable. */
async function whenQuiet() {
  let before = await kept();
  return eventually(async () => {
    await product.settled();
    await sleep(500);
    const now = await kept();
    const isQuiet = JSON.stringify(now) === JSON.stringify(before);
    before = now;
    return isQuiet ? now : undefined;
  });
}

test('a replay reproduces every byte and changes nothing: no log, read model, ledger or blob', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('stepwise' as const, 'chained' as const),
      async (edits, mode) => {
        const { id } = await saver.cutOut(await photo(SIZE));
        for (const one of edits) await make(id, one);
        const before = await whenQuiet();
        const view = await replayEnd(support, await requestReplay(support, id, { mode }));
        expect(view).toMatchObject({ state: 'finished', verdict: 'identical', firstDifferentEventId: null });
        expect(view.steps.map(({ job }) => job)).toEqual(expect.arrayContaining(['remove-background', 'refine-matte']));
        expect(await kept()).toEqual(before);
      },
    ),
    { numRuns: 3 },
  );
});

/** A picture whose matte differs from its log entry, and the replay that finds it. */
async function damaged(): Promise<{ id: string; replayId: string; recorded: string; replayed: string }> {
  const { id } = await saver.cutOut(await photo(SIZE));
  await product.settled();
  const file = (await product.blobsOf(id)).find((path) => path.includes('/matte-'));
  if (file === undefined) throw new Error('The picture has no matte');
  const white = { ...SIZE, channels: 3, background: '#fff' } as const;
  await writeFile(file, await sharp({ create: white }).grayscale().png().toBuffer());
  const replayId = await requestReplay(support, id);
  const view = await replayEnd(support, replayId);
  expect(view).toMatchObject({ state: 'finished', verdict: 'different' });
  const step = view.steps.find(({ verdict }) => verdict === 'different');
  expect(step?.job).toBe('refine-matte');
  expect(step?.eventId).toBe(view.firstDifferentEventId);
  const matte = step?.files.find((one) => one.file === 'matte');
  expect(matte?.maxDiff).toBeGreaterThan(2);
  expect(matte?.changedShare).toBeGreaterThan(0);
  return { id, replayId, recorded: matte?.recorded ?? '', replayed: matte?.replayed ?? '' };
}

test('differing files follow the rule for pixels, have their own names, and are removed with the picture', async () => {
  const { id, replayId, recorded, replayed } = await damaged();
  const path = `/api/staff/replays/${replayId}/files/${replayed}/`;
  expect(await errorOf(await support.get(path))).toBe('403 access_not_granted');
  expect((await saver.person.send('POST', `/api/transaction/${id}/support-access/`, { hours: 24 })).status).toBe(201);
  const made = await support.get(path);
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await sharp(await made.arrayBuffer()).metadata()).toMatchObject(SIZE);
  expect(await errorOf(await support.get(path.replace(replayed, 'f'.repeat(64))))).toBe('404 replay_not_found');
  expect((await support.get(path.replace(replayed, recorded))).status).toBe(200);
  expect((await product.blobsOf(id)).filter((blob) => blob.includes(`/replay/${id}/${replayId}/`))).toHaveLength(1);

  expect((await saver.person.send('DELETE', `/api/transaction/${id}/`)).status).toBe(204);
  await eventually(async () => ((await product.blobsOf(id)).length === 0 ? true : undefined));
  expect(await errorOf(await support.get(path))).toBe('404 transaction_not_found');
  const again = { replayId: randomUUID(), throughVersion: 9, mode: 'stepwise', versions: 'now', reason: REASON };
  expect(await errorOf(await support.send('POST', `/api/staff/pictures/${id}/replays/`, again))).toBe(
    '410 image_expired',
  );
});

test('a replay stores the versions it names; one that this release cannot run is refused, and a missing model is named', async () => {
  const { id } = await saver.cutOut(await photo(SIZE));
  await product.settled();
  const replayId = await requestReplay(support, id, { versions: { refinement: 2 } });
  const view = await replayEnd(support, replayId);
  expect(view).toMatchObject({ versions: { refinement: 2 }, state: 'finished', verdict: 'different' });
  expect(view.steps.find(({ verdict }) => verdict === 'different')?.job).toBe('refine-matte');
  const first = await eventually(async () => {
    const [found] = await bodyOf<ReplaySummary[]>(await support.get(`/api/staff/pictures/${id}/replays/`));
    return found?.state === 'finished' ? found : undefined;
  });
  expect(first.versions).toEqual({ refinement: 2 });

  const missing = '9'.repeat(64);
  const other = await replayEnd(support, await requestReplay(support, id, { versions: { model: missing } }));
  expect(other).toMatchObject({ state: 'failed', failure: { errorCode: 'model_missing', missing }, steps: [] });

  for (const versions of [{ renderer: 99 }, { refinement: 1 }, { model: 'clearcut-2' }, { scene: 1 }, {}]) {
    const body = { replayId: randomUUID(), throughVersion: 9, mode: 'stepwise', versions, reason: REASON };
    expect(await errorOf(await support.send('POST', `/api/staff/pictures/${id}/replays/`, body))).toBe(
      '400 validation_failed',
    );
  }
});

test("a repeat starts no other replay; it is listed once, and the team's admins read the reason", async () => {
  const { id } = await saver.cutOut(await photo(SIZE));
  await product.settled();
  const replayId = await requestReplay(support, id, { versions: 'now', throughVersion: 2 });
  await requestReplay(support, id, { replayId, versions: 'now', throughVersion: 2 });
  const view = await replayEnd(support, replayId);
  expect(view.steps.map(({ job }) => job)).toEqual(['remove-background']);
  const list = await eventually(async () => {
    const found = await bodyOf<ReplaySummary[]>(await support.get(`/api/staff/pictures/${id}/replays/`));
    return found[0]?.state === 'finished' ? found : undefined;
  });
  expect(list).toMatchObject([{ id: replayId, throughVersion: 2, versions: 'now', reason: REASON }]);
  expect(await product.typesOf(`replay-${replayId}`)).toEqual(['ReplayRequested', 'ReplayStepDone', 'ReplayFinished']);
  await eventually(async () => {
    const log = await bodyOf<SecurityEntry[]>(await saver.person.get('/api/admin/security-log/'));
    return log.some(({ detail }) => detail === REASON) ? true : undefined;
  });
  const other = await newStaff(product, 'support');
  const body = { replayId, throughVersion: 2, mode: 'stepwise', versions: 'now', reason: REASON };
  expect(await errorOf(await other.send('POST', `/api/staff/pictures/${id}/replays/`, body))).toBe(
    '422 idempotency_key_reused',
  );
});
