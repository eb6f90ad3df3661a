import { setTimeout as sleep } from 'node:timers/promises';
import type { Composition } from './composition.ts';
import { docker } from './engine.ts';

/** How long a part stays down. */
const AWAY_MS = 20_000;
const BETWEEN_STEPS_MS = 15_000;
const BETWEEN_CONTAINERS_MS = 5_000;

/** Faults; each leaves all parts running again. */
export const FAULTS: Readonly<Record<string, (product: Composition) => Promise<unknown>>> = {
  'a command API is killed': async (product) => kill(await firstOf(product, 'command-api')),
  'a worker is killed': async (product) => kill(await firstOf(product, 'inference-worker')),
  'the active projector is killed': async (product) => kill(await activeProjector(product)),
  'a broker is killed': async (product) => kill(await firstOf(product, 'kafka-1')),
  'the proxy is killed': async (product) => kill(await firstOf(product, 'proxy')),
  'PostgreSQL is restarted': async (product) => docker(['restart', await firstOf(product, 'postgres')]),
  'a worker is cut off from the network for 20 s': cutOff,
  'all of ours is replaced by a new build, one container after the other': replaceAll,
  'there are 1, 3 and again 1 workers': async (product) => {
    for (const workers of [1, 3, 1]) {
      await scaleWorkers(product, workers);
      await sleep(BETWEEN_STEPS_MS);
    }
    await scaleWorkers(product, 2);
  },
};

/** Ends a container's processes like `kill -9`, and restarts it after a while. */
async function kill(id: string): Promise<void> {
  await docker(['kill', '--signal', 'KILL', id]);
  await sleep(AWAY_MS);
  await docker(['start', id]);
}

async function firstOf(product: Composition, service: string): Promise<string> {
  const [id] = await product.containersOf(service);
  if (id === undefined) throw new Error(`No container of ${service} runs`);
  return id;
}

/** The projector whose connection holds the leader lock. */
async function activeProjector(product: Composition): Promise<string> {
  const holders = await product.sql(
    `SELECT DISTINCT host(client_addr) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted`,
  );
  for (const id of await product.containersOf('projections')) {
    const address = await docker(['inspect', '-f', '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}', id]);
    if (holders.includes(address.trim())) return id;
  }
  throw new Error(`No projector holds a lock; ${holders.join(', ')} do`);
}

async function cutOff(product: Composition): Promise<void> {
  const id = await firstOf(product, 'inference-worker');
  const format = '{{range $name, $_ := .NetworkSettings.Networks}}{{$name}}{{end}}';
  const network = (await docker(['inspect', '-f', format, id])).trim();
  await docker(['network', 'disconnect', network, id]);
  await sleep(AWAY_MS);
  await docker(['network', 'connect', network, id]);
}

/** A rolling update: each container stops gracefully and is replaced before the next one stops. */
async function replaceAll(product: Composition): Promise<void> {
  await product.buildNext();
  for (const service of ['command-api', 'projections', 'inference-worker']) {
    for (const id of await product.containersOf(service)) {
      await docker(['stop', id]);
      await docker(['rm', id]);
      await product.compose('up', '--detach', '--no-build', '--no-deps', '--no-recreate', service);
      await sleep(BETWEEN_CONTAINERS_MS);
    }
  }
}

const scaleWorkers = (product: Composition, workers: number): Promise<string> =>
  product.compose(
    'up',
    '--detach',
    '--no-build',
    '--no-deps',
    '--no-recreate',
    '--scale',
    `inference-worker=${workers}`,
    'inference-worker',
  );
