/** Support replays a picture: repeats every job, compares it with the log, and leaves nothing behind. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcome, startOperator } from '../faults/projections-harness.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo, whiteMask } from '../support/pictures.ts';
import { eventually, newDataDir } from '../support/product.ts';
import { newSaver } from '../support/saver.ts';

const STROKE = { x: 180, y: 140, width: 40, height: 30 };
const dataDir = newDataDir();

let product: Installation;
/** A picture with a stroke, a background colour and an HD file. */
let id: string;

beforeAll(async () => {
  product = await startInstallation({}, dataDir);
  const saver = await newSaver(product, 1);
  ({ id } = await saver.cutOut(await photo()));
  expect((await saver.stroke(id, 'erase', STROKE, await whiteMask(STROKE))).status).toBe(200);
  await eventually(async () => ((await product.eventTypes(id)).includes('EditRendered') ? true : undefined));
  await saver.save(id, { background: { ...TRANSPARENT, color: '#1166aa' } });
  await product.settled();
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Report {
  readonly verdict: string;
  readonly steps: readonly {
    readonly eventId: string;
    readonly job: string;
    readonly verdict: string;
    readonly files: readonly { readonly file: string; readonly verdict: string }[];
  }[];
}

async function replay(...args: string[]): Promise<{ code: number; report: Report }> {
  const env = { DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir };
  const { code, stdout } = await outcome(startOperator(env, 'replay', ...args, '--json'));
  return { code: Number(code), report: JSON.parse(stdout) as Report };
}

/** All that a replay could change: the log, the blobs, the queues. */
async function kept() {
  return { log: await product.events(), blobs: (await product.blobs()).toSorted() };
}

test('a replay with the original or current versions gives the same bytes, and writes nothing', async () => {
  const before = await kept();
  for (const mode of [[], ['--chained', '--now']]) {
    const { code, report } = await replay(id, ...mode);
    expect({ code, verdict: report.verdict }).toEqual({ code: 0, verdict: 'identical' });
    expect(Object.keys(report)).toEqual(['verdict', 'steps']);
    expect(report.steps.map(({ job }) => job)).toEqual(
      expect.arrayContaining(['remove-background', 'refine-matte', 'render-preview', 'render-hd']),
    );
    expect(report.steps.flatMap(({ files }) => files.map(({ file }) => file))).toEqual(
      expect.arrayContaining([
        'resized',
        'transformed',
        'coarseMatte',
        'improved',
        'matte',
        'regions',
        'edited',
        'file',
      ]),
    );
  }
  const { report } = await replay(id, '--through', '2');
  expect(report.steps.map(({ job }) => job)).toEqual(['remove-background']);
  expect(await kept()).toEqual(before);
});

test('a named refinement changes only its own step; one that this release cannot run is refused', async () => {
  const { code, report } = await replay(id, '--refinement', '2');
  expect(code).toBe(1);
  const byJob = Map.groupBy(report.steps, ({ job }) => job);
  expect(byJob.get('remove-background')).toMatchObject([{ verdict: 'identical' }]);
  expect(byJob.get('refine-matte')).toMatchObject([{ verdict: 'different' }]);

  // The bundled model was used then, too.
  const named = await replay(id, '--model', 'clearcut-2', '--refinement', '4', '--renderer', '2');
  expect(named).toMatchObject({ code: 0, report: { verdict: 'identical' } });

  const env = { DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir };
  for (const [args, said] of [
    [['--renderer', '99'], 'This release cannot run renderer 99, only 1, 2 and 3.'],
    [['--model', 'nobody'], 'There is no model nobody here.'],
    [['--now', '--renderer', '1'], '--now names all versions: none can be named beside it.'],
  ] as const) {
    const stderr = expect.stringContaining(said);
    expect(await outcome(startOperator(env, 'replay', id, ...args))).toMatchObject({ code: 2, stderr });
  }
});

test('finds a file that differs from the log at its step, with identical steps before it', async () => {
  const file = (await product.blobsOf(id)).find((path) => path.includes('/matte-'));
  if (file === undefined) throw new Error('The picture has no matte');
  const { width, height } = await sharp(file).metadata();
  await writeFile(
    file,
    await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .grayscale()
      .png()
      .toBuffer(),
  );
  const { code, report } = await replay(id);
  expect({ code, verdict: report.verdict }).toEqual({ code: 1, verdict: 'different' });
  expect(report.steps.find(({ verdict }) => verdict === 'different')?.job).toBe('refine-matte');
  expect(report.steps[0]).toMatchObject({ job: 'remove-background', verdict: 'identical' });
});

test('regression: for a file that is gone, a replay named the blob alone', async () => {
  const file = (await product.blobsOf(id)).find((path) => path.includes('/resized-'));
  if (file === undefined) throw new Error('The picture has no resized file');
  const bytes = await readFile(file);
  await rm(file);
  const env = { DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir };
  const { code, stderr } = await outcome(startOperator(env, 'replay', id));
  await writeFile(file, bytes);
  expect(code).toBe(1);
  expect(stderr).toContain(`The picture ${id} has neither expired nor been deleted, but its file transaction/${id}/`);
});

test('names a missing picture', async () => {
  const missing = randomUUID();
  const env = { DATABASE_URL: product.databaseUrl, DATA_DIR: dataDir };
  expect(await outcome(startOperator(env, 'replay', missing))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`There is no picture ${missing}.`),
  });
});
