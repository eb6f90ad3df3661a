import { rm } from 'node:fs/promises';
import { openAdapters } from '../../support/adapters.ts';
import { serveModel, startModelsCommand } from '../../support/models.ts';
import { newDataDir, startProduct, type Product } from '../../support/product.ts';
import { newSaver } from '../../support/saver.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';
import { firstCutOut } from './first-cut-out.ts';
import { median, type BenchResult } from '../result.ts';
import { startRembg } from './rembg-server.ts';

const CLIENTS = 8;
const ROUNDS = 4;
const SETTINGS = { UPLOADS_PER_MINUTE: '1000000', MODEL: 'u2netp' };

interface Round {
  /** From the upload to the first cut-out: median of the clients, ms. */
  readonly first: number;
  /** Until all full-size PNGs are downloaded, ms. */
  readonly all: number;
}

/**
 * The product, rembg's server with u2netp, and the product with u2netp as installed model, in turn: eight clients send
 * a photo each at once and download its full-size PNG. Empty if rembg is unavailable or no u2netp file is named.
 */
export async function benchRembg(product: Product, photo: Uint8Array): Promise<BenchResult[]> {
  const weights = process.env['U2NETP_FP16'];
  if (weights === undefined) {
    process.stderr.write('\nrembg is not measured here: U2NETP_FP16 does not name an ONNX file of u2netp.\n');
    return [];
  }
  const rembg = await whenAvailable('rembg', () => startRembg(weights));
  if (rembg === undefined) return [];
  const second = await startWithU2netp(weights);
  try {
    const servers = {
      ours: await roundsOf(product),
      withU2netp: await roundsOf(second.product),
      rembg: async (): Promise<Round> => {
        const ms = await timed(async () => void (await rembg.remove(photo)));
        return { first: median(ms), all: Math.max(...ms) };
      },
    };
    const rounds = { ours: [] as Round[], withU2netp: [] as Round[], rembg: [] as Round[] };
    const names = ['ours', 'withU2netp', 'rembg'] as const;
    for (let round = -1; round < ROUNDS; round++) {
      for (const name of names) {
        const measured = await servers[name](photo);
        // The first round warms up.
        if (round >= 0) rounds[name].push(measured);
      }
    }
    const rate = (name: (typeof names)[number]): number =>
      (CLIENTS * 1000) / median(rounds[name].map(({ all }) => all));
    const first = (name: (typeof names)[number]): number => median(rounds[name].map((round) => round.first));
    const about = { clients: CLIENTS, rounds: ROUNDS, pictureBytes: photo.length };
    return [
      {
        name: "full-size PNGs, against rembg's server with u2netp",
        unit: '/s',
        ours: rate('ours'),
        floor: rate('rembg'),
        ratio: rate('ours') / rate('rembg'),
        target: { atLeast: 1.2 },
        details: { ...about, productWithU2netp: rate('withU2netp') },
      },
      {
        name: `first cut-out of ${CLIENTS} clients at once, against rembg's`,
        unit: 'ms',
        ours: first('ours'),
        floor: first('rembg'),
        ratio: first('ours') / first('rembg'),
        target: { atMost: 1 / 3 },
        details: { ...about, productWithU2netp: first('withU2netp') },
      },
    ];
  } finally {
    await rembg.stop();
    await second.stop();
  }
}

function timed(call: () => Promise<void>): Promise<number[]> {
  const started = performance.now();
  return Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      await call();
      return performance.now() - started;
    }),
  );
}

async function roundsOf({ url, databaseUrl, dataDir }: Product): Promise<(photo: Uint8Array) => Promise<Round>> {
  const adapters = await openAdapters({ databaseUrl, dataDir });
  const saver = await newSaver({ url, ...adapters }, CLIENTS * (ROUNDS + 1));
  await adapters.close();
  return async (photo) => {
    const firsts: number[] = [];
    const started = performance.now();
    const all = await timed(async () => {
      const { id, status } = await firstCutOut(saver.client, photo);
      if (status !== 'UPLOADED') throw new Error('The model sees no subject in the picture: nothing to compare');
      firsts.push(performance.now() - started);
      await saver.save(id);
      const file = await saver.client.get(`/api/transaction/${id}/download/high/`);
      if (!file.ok) throw new Error(`The download was answered ${file.status}`);
      await file.bytes();
    });
    return { first: median(firsts), all: Math.max(...all) };
  };
}

async function startWithU2netp(weights: string): Promise<{ product: Product; stop: () => Promise<void> }> {
  const dataDir = newDataDir();
  const server = await serveModel(weights);
  const install = ['install', 'u2netp', '--from', server.url, '--sha256', server.sha256, '--accept-licence'];
  const { code, stderr } = await startModelsCommand({ DATA_DIR: dataDir }, ...install).ended;
  server.close();
  if (code !== 0) throw new Error(`u2netp cannot be installed: ${stderr}`);
  const product = await startProduct({ env: SETTINGS, dataDir });
  return {
    product,
    async stop() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
