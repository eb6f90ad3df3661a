/**
 * HD saves: many at once through two API processes, and processes killed at each step. Whatever dies, a save ends by
 * itself: saved and charged once, or neither.
 */
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differencesIn } from '../support/audits.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo, undecodablePng } from '../support/pictures.ts';
import { newDataDir, type Service } from '../support/product.ts';
import { LOG_IN_POSTGRES } from '../support/servers/scale.ts';
import { event, killBefore, prepareKillPoints, type Step } from './kill-points.ts';
import { createSaver, ended, type Saver, type SaveOutcome, savesOf, startSecondApi } from './saves-harness.ts';

const long = process.env['LONG_TESTS'] === '1';
const patient = { timeout: long ? 3_600_000 : 300_000 };
const ROUNDS = long ? 20 : 1;
/** Each must be cut out and refined first, which takes the time. */
const PICTURES = long ? 64 : 24;
const SMALL = { width: 160, height: 120 };

let product: Installation;
let dataDir: string;
let saver: Saver;
let small: Buffer;

beforeAll(async () => {
  dataDir = newDataDir();
  product = await startInstallation({ ...LOG_IN_POSTGRES, UPLOADS_PER_MINUTE: '100000' }, dataDir);
  await prepareKillPoints(product);
  saver = await createSaver(product);
  small = await photo(SMALL);
});
afterAll(async () => {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
});

let colours = 0;
/** Each makes another state of a picture. */
const nextColour = (): string => `#${(colours += 1).toString(16).padStart(6, '0')}`;

test(
  `${PICTURES} simultaneous saves of different pictures on 10 credits through 2 processes: 10 are saved`,
  patient,
  async () => {
    const team = await createSaver(product);
    await team.grant(10);
    const ids = await Promise.all(Array.from({ length: PICTURES }, () => team.upload(small)));
    const second = await startSecondApi(product, dataDir);
    try {
      const outcomes = await Promise.all(
        ids.map((id, n) => team.save(id, '#336699', { url: n % 2 === 0 ? product.url : second.url })),
      );
      const saved = outcomes.filter(({ status }) => status === 200);
      const refused = outcomes.filter(({ status, body }) => status === 402 && body.includes('no_credits'));
      expect([saved.length, refused.length]).toEqual([10, PICTURES - 10]);
      expect(saved.map(({ charged }) => charged)).toEqual(saved.map(() => 1));
    } finally {
      await second.stop();
    }
    expect(await team.balance()).toBe(0);
    const counts = await Promise.all(ids.map((id) => savesOf(product, id)));
    expect(counts.filter(({ spent }) => spent === 1)).toHaveLength(10);
    for (const { spent, started, completed, failed } of counts) {
      expect([started, completed, failed]).toEqual([spent, spent, 0]);
    }
    expect(await differencesIn(product)).toBeUndefined();
  },
);

test('one save sent 64 times through 2 processes costs one credit, with equal responses', patient, async () => {
  const team = await createSaver(product);
  await team.grant(3);
  const id = await team.upload(small);
  const second = await startSecondApi(product, dataDir);
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, n) => team.save(id, '#336699', { url: n % 2 === 0 ? product.url : second.url })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 200));
    expect(new Set(outcomes.map(({ body }) => body)).size).toBe(1);
    expect(outcomes.reduce((sum, { charged }) => sum + (charged ?? 0), 0)).toBe(1);
  } finally {
    await second.stop();
  }
  expect(await savesOf(product, id)).toMatchObject({ spent: 1, started: 1, completed: 1 });
  expect(await team.balance()).toBe(2);
  expect(await differencesIn(product)).toBeUndefined();
});

const result = (kind: string): Step => ({
  name: `the result ${kind} is sent: its blobs are written`,
  table: 'message_bus.message',
  write: 'INSERT',
  when: `NEW.topic = 'image-results' AND NEW.body->>'kind' = '${kind}'`,
});

/** Kills a service as soon as `isTime`, during a request. */
async function killWhen(
  isTime: () => Promise<boolean>,
  request: () => Promise<unknown>,
  service: Service,
): Promise<void> {
  const answered = request().catch(() => undefined);
  while (!(await isTime())) continue;
  await product.replace(service);
  await answered;
}

const isDrawing = async (): Promise<boolean> => {
  const rows = await product.database.query(
    `SELECT FROM message_bus.message
     WHERE topic = 'image-jobs' AND state = 'open' AND token IS NOT NULL AND body->>'kind' = 'render-hd'`,
  );
  return rows.length > 0;
};

type Kill = readonly [name: string, kill: (id: string, request: () => Promise<unknown>) => Promise<void>];
const before = (step: Step, service?: Service): Kill => [
  `before ${step.name}`,
  (_id, request) => killBefore(product, step, request, service),
];

const kills: readonly Kill[] = [
  before(event('SettingsEdited')),
  before(event('CreditsSpent')),
  before(event('HdSaveStarted')),
  ['while the file is drawn', (_id, request) => killWhen(isDrawing, request, 'inference-worker')],
  before(result('hd-rendered'), 'inference-worker'),
  before(event('HdSaveCompleted')),
  [
    'after HdSaveCompleted',
    async (id, request) => {
      const { completed } = await savesOf(product, id);
      await killWhen(async () => (await savesOf(product, id)).completed > completed, request, 'command-api');
    },
  ],
];

test(
  'killed at each step, a save is charged once and done, or not begun; its repeat costs nothing twice',
  patient,
  async () => {
    // Large enough to observe its rendering.
    const id = await saver.upload(await photo({ width: 1600, height: 1200 }));
    let saves = 0;
    await saver.grant(kills.length * ROUNDS);
    const granted = await saver.balance();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, kill] of kills) {
        const colour = nextColour();
        await kill(id, () => saver.save(id, colour));
        const { spent, completed, failed } = await ended(product, id);
        expect([saves, saves + 1], name).toContain(spent);
        expect([completed, failed], name).toEqual([spent, 0]);
        const again = await saver.save(id, colour);
        expect(again, name).toMatchObject({ status: 200, charged: saves + 1 - spent });
        saves += 1;
        expect(await ended(product, id), name).toMatchObject({ spent: saves, completed: saves, refunded: 0 });
      }
    }
    expect(await saver.balance()).toBe(granted - saves);
    expect(await differencesIn(product)).toBeUndefined();
  },
);

test(
  'killed at each step and edited since, a keyed save is of the requested state, through any process',
  patient,
  async () => {
    const id = await saver.upload(small);
    const steps = ['HdSaveRequested', 'CreditsSpent', 'HdSaveStarted'];
    await saver.grant(steps.length * ROUNDS);
    const granted = await saver.balance();
    let saves = 0;
    const second = await startSecondApi(product, dataDir);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const step of steps) {
          const [asked, later] = [nextColour(), nextColour()];
          const send = (url: string) => saver.save(id, asked, { url, key: `${step} ${round}` });
          // The request changes nothing, so no edit of its own can stand for its state.
          expect(await saver.edit(id, asked)).toBe(200);
          await killBefore(product, event(step), () => send(product.url));
          expect(await saver.edit(id, later)).toBe(200);
          const repeat = await send(second.url);
          expect(repeat, step).toMatchObject({ status: 200, charged: step === 'HdSaveStarted' ? 0 : 1 });
          expect(repeat.body, step).toContain(`"color":"${asked}"`);
          expect(await send(product.url), step).toEqual({ ...repeat, charged: 0 });
          saves += 1;
          expect(await ended(product, id), step).toMatchObject({ spent: saves, completed: saves });
        }
      }
    } finally {
      await second.stop();
    }
    expect(await saver.balance()).toBe(granted - saves);
    expect(await differencesIn(product)).toBeUndefined();
  },
);

test('a failed save refunds its credit, whatever is killed on the way', patient, async () => {
  const id = await saver.upload(small);
  const box = `0,0,${SMALL.width},${SMALL.height}`;
  const stroke = await saver.post(`/api/transaction/${id}/erase/?boundingBox=${box}`, undecodablePng(SMALL));
  expect(stroke.status).toBe(200);
  await saver.grant(1);
  const granted = await saver.balance();
  let saves = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const step of [event('HdSaveFailed'), event('CreditsRefunded')]) {
      const colour = nextColour();
      await killBefore(product, step, () => saver.save(id, colour));
      saves += 1;
      expect(await ended(product, id), step.name).toMatchObject({ spent: saves, completed: 0, refunded: saves });
      const again = await saver.save(id, colour);
      expect(again, step.name).toMatchObject({ status: 422, charged: null });
      expect(again.body, step.name).toContain('edit_unreadable');
      saves += 1;
      expect(await ended(product, id), step.name).toMatchObject({ spent: saves, completed: 0, refunded: saves });
    }
  }
  expect(await saver.balance()).toBe(granted);
  expect(await differencesIn(product)).toBeUndefined();
});

test('deleting a picture during its save refunds the credit', patient, async () => {
  const id = await saver.upload(small);
  await saver.grant(1);
  const granted = await saver.balance();
  let outcome: SaveOutcome | undefined;
  await killBefore(
    product,
    result('hd-rendered'),
    async () => (outcome = await saver.save(id, nextColour())),
    'inference-worker',
    // Not before: a worker that finds the picture gone draws nothing, and never reaches the step.
    async () => expect((await saver.remove(id)).status).toBe(204),
  );
  expect(outcome).toMatchObject({ status: 404, charged: null, body: expect.stringContaining('transaction_not_found') });
  expect(await ended(product, id)).toMatchObject({ spent: 1, failed: 1, refunded: 1 });
  expect(await saver.balance()).toBe(granted);
  // The next worker finds the picture gone, and its answer removes what the killed one wrote.
  await expect.poll(() => product.blobsOf(id), { timeout: 60_000 }).toEqual([]);
});
