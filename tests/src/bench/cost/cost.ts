import { openAdapters } from '../../support/adapters.ts';
import type { Product } from '../../support/product.ts';
import { newSaver } from '../../support/saver.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';
import { otherBytes, photoLike } from '../picture.ts';
import { startRembg, type RembgServer } from '../rembg/rembg-server.ts';
import { firstCutOut } from '../rembg/first-cut-out.ts';
import { median, type BenchResult } from '../result.ts';
import { processorMsOf, spentBy, type ByProcess } from './processes.ts';
import { stepsOfPicture, type StepsOfPicture } from './worker.ts';

interface Size {
  readonly width: number;
  readonly height: number;
  readonly pictures: number;
  readonly target?: BenchResult['target'];
  readonly elapsedTarget?: BenchResult['target'];
}

/** Targets: 0.57 s of processor for 2 megapixels, where the floor is 0.25; 1.2 of the floor's elapsed time for 24. */
const SIZES: readonly Size[] = [
  { width: 1632, height: 1224, pictures: 24, target: { atMost: 2.3 } },
  { width: 4000, height: 3000, pictures: 6 },
  { width: 6000, height: 4000, pictures: 6, elapsedTarget: { atMost: 1.2 } },
];
const REMBG_TARGET = { atMost: 0.75 };
const FIRST_TARGET = { atMost: 0.4 };

interface Cost {
  readonly byProcess: ByProcess;
  /** From the upload's first byte to the file's last, median, one picture at a time, ms. */
  readonly elapsedMs: number;
  /** Until the first cut-out is announced, median, ms. */
  readonly firstMs: number;
  readonly worker: StepsOfPicture;
  readonly rembg: { readonly ms: number; readonly elapsedMs: number } | undefined;
}

/** Resolves with the time of the first cut-out, by `performance.now()`. */
type FullSize = (picture: Uint8Array) => Promise<number>;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * Processor and elapsed time of one full-size picture, from the upload to the downloaded file: by process, the worker's
 * by step, beside rembg's server (if there is one) and the same codecs and network called bare, one after the other.
 */
export async function benchCost(product: Product): Promise<BenchResult[]> {
  const weights = process.env['U2NETP_FP16'];
  const rembg = weights === undefined ? undefined : await whenAvailable('rembg', () => startRembg(weights));
  const results: BenchResult[] = [];
  try {
    const fullSize = await fullSizeOf(product);
    for (const size of SIZES) {
      const cost = await costOf(size, product, fullSize, rembg);
      process.stdout.write(`${formatCost(size, cost)}\n\n`);
      results.push(...resultsOf(size, cost));
    }
  } finally {
    await rembg?.stop();
  }
  return results;
}

async function costOf(
  { width, height, pictures }: Size,
  product: Product,
  fullSize: FullSize,
  rembg: RembgServer | undefined,
): Promise<Cost> {
  const photo = await photoLike(width, height);
  const send = async (to: FullSize, count: number): Promise<{ first: number; all: number }[]> => {
    const elapsed: { first: number; all: number }[] = [];
    for (let i = 0; i < count; i++) {
      const picture = otherBytes(photo);
      const began = performance.now();
      const first = (await to(picture)) - began;
      elapsed.push({ first, all: performance.now() - began });
    }
    return elapsed;
  };
  const warmUp = Math.ceil(pictures / 2);
  await send(fullSize, warmUp);
  let elapsed: { first: number; all: number }[] = [];
  const all = await spentBy(product, async () => {
    elapsed = await send(fullSize, pictures);
  });
  const byProcess = Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, ms / pictures]));
  return {
    byProcess: byProcess as unknown as ByProcess,
    elapsedMs: median(elapsed.map((one) => one.all)),
    firstMs: median(elapsed.map(({ first }) => first)),
    worker: await stepsOfPicture(width, height, pictures),
    rembg: rembg && (await spentByRembg(rembg, (count) => send(removed(rembg), count), pictures)),
  };
}

const removed =
  (rembg: RembgServer): FullSize =>
  async (picture) => {
    await rembg.remove(picture);
    return performance.now();
  };

async function spentByRembg(
  { pid }: RembgServer,
  send: (count: number) => Promise<readonly { readonly all: number }[]>,
  pictures: number,
): Promise<Cost['rembg']> {
  await send(2);
  const before = await processorMsOf(pid);
  const elapsed = await send(pictures);
  const ms = ((await processorMsOf(pid)) - before) / pictures;
  return { ms, elapsedMs: median(elapsed.map(({ all }) => all)) };
}

async function fullSizeOf({ url, databaseUrl, dataDir }: Product): Promise<FullSize> {
  const adapters = await openAdapters({ databaseUrl, dataDir });
  const saver = await newSaver({ url, ...adapters }, sum(SIZES.map(({ pictures }) => 2 * pictures)));
  await adapters.close();
  return async (picture) => {
    const { id } = await firstCutOut(saver.client, picture);
    const first = performance.now();
    await saver.save(id);
    const file = await saver.client.get(`/api/transaction/${id}/download/high/`);
    if (!file.ok) throw new Error(`The download was answered ${file.status}`);
    await file.bytes();
    return first;
  };
}

const megapixels = ({ width, height }: Size): number => Math.round((width * height) / 1e6);

function row(name: string, ms: number, calls = 1): string {
  return `${ms.toFixed(1).padStart(8)}  ${name}${calls === 1 ? '' : ` (${calls} times)`}`;
}

function formatCost(size: Size, { byProcess, elapsedMs, firstMs, worker, rembg }: Cost): string {
  const { steps, total, floor } = worker;
  const inSteps = sum(steps.map(({ ms }) => ms));
  return [
    `Full-size picture of ${megapixels(size)} megapixels, processor ms`,
    row('elapsed', elapsedMs),
    row('  until the first cut-out', firstMs),
    row('all processes', sum(Object.values(byProcess))),
    ...Object.entries(byProcess).map(([name, ms]) => row(`  ${name}`, ms)),
    'The worker by step',
    ...steps.map(({ step, ms, calls }) => row(`  ${step}`, ms, calls)),
    row('  between the steps', total - inSteps),
    row('  messages, threads and collected garbage', byProcess.worker - total),
    'Beside it',
    ...floor.map(({ step, ms, elapsedMs: own }) => row(`  bare: ${step}, ${own.toFixed(0)} elapsed`, ms)),
    ...(rembg === undefined
      ? []
      : [row(`  rembg's server with u2netp, ${rembg.elapsedMs.toFixed(0)} elapsed`, rembg.ms)]),
  ].join('\n');
}

function resultsOf(size: Size, { byProcess, elapsedMs, firstMs, worker, rembg }: Cost): BenchResult[] {
  const ours = sum(Object.values(byProcess));
  const floor = sum(worker.floor.map(({ ms }) => ms));
  const elapsedOfFloor = sum(worker.floor.map((step) => step.elapsedMs));
  const steps = Object.fromEntries(worker.steps.map(({ step, ms }) => [step, ms]));
  const name = `full-size picture of ${megapixels(size)} megapixels`;
  const unit = 'ms of processor';
  return [
    {
      name: `${name}, against the same codecs and network bare`,
      unit,
      ours,
      floor,
      ratio: ours / floor,
      target: size.target,
      details: { ...byProcess, ...steps },
    },
    {
      name: `${name}, elapsed, against the same one after the other`,
      unit: 'ms',
      ours: elapsedMs,
      floor: elapsedOfFloor,
      ratio: elapsedMs / elapsedOfFloor,
      target: size.elapsedTarget,
      details: {},
    },
    ...(rembg === undefined
      ? []
      : [
          {
            name: `${name}, against rembg's server with u2netp`,
            unit,
            ours,
            floor: rembg.ms,
            ratio: ours / rembg.ms,
            target: REMBG_TARGET,
            details: {},
          },
          {
            name: `first cut-out of ${megapixels(size)} megapixels, against rembg's server with u2netp`,
            unit: 'ms',
            ours: firstMs,
            floor: rembg.elapsedMs,
            ratio: firstMs / rembg.elapsedMs,
            target: FIRST_TARGET,
            details: {},
          },
        ]),
  ];
}
