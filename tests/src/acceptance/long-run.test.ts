/**
 * Memory of each process while jobs of all kinds run for a long time. `npm run test:long`; LONG_RUN_JOBS sets the
 * number with an instant model, 10,000 by default.
 */
import { mkdir, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { IMAGE_JOBS } from '@clearcut/schemas/transaction/jobs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { residentMiB } from '../bench/memory.ts';
import { type Installation, startInstallation } from '../support/installation.ts';
import { photo } from '../support/pictures.ts';
import { newDataDir, type Service } from '../support/product.ts';
import { installRed, red } from '../support/red-model.ts';
import { newSaver, type Saver } from '../support/saver.ts';

const JOBS = Number(process.env['LONG_RUN_JOBS'] ?? 10_000);
/** The bundled model takes hours. */
const BUNDLED_JOBS = 1_200;
const EARLY = 200;
/** Enough to tell growth from one-off costs. */
const READINGS = 5;
const GROWTH = 1.1;
const AT_ONCE = 4;
const HOURS = 3_600_000;
const SERVICES: readonly Service[] = ['command-api', 'projections', 'inference-worker'];
const SIZES = [
  [320, 240],
  [160, 120],
  [400, 300],
  [240, 320],
] as const;

const NODE_OPTIONS = `--expose-gc --import ${import.meta.resolve('../support/collect-garbage.ts')}`;

/** Settings of a product with an instant model. */
async function withRed(dataDir: string): Promise<Record<string, string>> {
  const { registry } = await installRed(dataDir);
  return { MODELS_REGISTRY: registry, MODEL: red.name };
}

const jobsDone = async ({ database }: Installation): Promise<number> => {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM message_bus.message WHERE topic = $1 AND state = 'done'`,
    [IMAGE_JOBS],
  );
  return row?.count ?? 0;
};

/** Cuts out, refines, previews with a background, saves in HD and deletes one picture. */
async function onePicture(saver: Saver, bytes: Buffer, number: number): Promise<void> {
  const { id } = await saver.cutOut(bytes);
  const color = `#${number.toString(16).padStart(6, '0')}`;
  const background = { ...TRANSPARENT, color };
  const edited = await saver.person.send('POST', `/api/transaction/${id}/edit`, { background });
  expect(edited.status).toBe(200);
  await saver.save(id);
  expect((await saver.client.remove(`/api/transaction/${id}/`)).status).toBe(204);
}

/** Resident memory of each process after garbage collection in all threads, in MiB. */
async function memoryOf(pids: readonly number[]): Promise<number[]> {
  for (let turn = 0; turn < 2; turn++) {
    for (const pid of pids) process.kill(pid, 'SIGUSR2');
    await setTimeout(2000);
  }
  return Promise.all(pids.map(residentMiB));
}

describe.runIf(process.env['LONG_TESTS'] === '1')('a long run', () => {
  test.for([
    { model: 'one that takes no time', jobs: JOBS, settingsIn: withRed },
    { model: 'the bundled one', jobs: BUNDLED_JOBS, settingsIn: async () => ({ MODEL: '' }) },
  ])(
    '$jobs jobs with $model: no process uses over a tenth more memory than after 200',
    { timeout: 6 * HOURS },
    async ({ model, jobs, settingsIn }) => {
      const dataDir = newDataDir();
      await mkdir(dataDir);
      const settings = await settingsIn(dataDir);
      const product = await startInstallation({ ...settings, UPLOADS_PER_MINUTE: '1000000', NODE_OPTIONS }, dataDir);
      onTestFinished(async () => {
        await product.stop();
        await rm(dataDir, { recursive: true, force: true });
      });
      const saver = await newSaver(product, jobs);
      const pictures = await Promise.all(SIZES.map(([width, height]) => photo({ width, height })));
      let sent = 0;
      async function workUntil(count: number): Promise<void> {
        const one = async (): Promise<void> => {
          while ((await jobsDone(product)) < count) {
            sent += 1;
            await onePicture(saver, pictures[sent % pictures.length] as Buffer, sent);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, one));
      }

      const pids = () => Promise.all(SERVICES.map((service) => product.childPid(service)));
      await workUntil(EARLY);
      const began = await pids();
      const early = await memoryOf(began);
      let late = early;
      for (let turn = 1; turn <= READINGS; turn++) {
        await workUntil((jobs * turn) / READINGS);
        expect(await pids()).toEqual(began);
        late = await memoryOf(began);
        const table = SERVICES.map((service, at) => `${service} ${early[at]?.toFixed(0)} -> ${late[at]?.toFixed(0)}`);
        process.stderr.write(
          `MiB after ${EARLY} and after ${await jobsDone(product)} jobs with ${model}: ${table.join(', ')}\n`,
        );
      }
      expect(await product.messageBus.deadLetterCount(IMAGE_JOBS)).toBe(0);
      for (const [at, service] of SERVICES.entries()) {
        expect((late[at] ?? 0) / (early[at] ?? 0), service).toBeLessThanOrEqual(GROWTH);
      }
    },
  );
});
