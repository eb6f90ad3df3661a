import { Agent } from 'node:http';
import { createDatabase } from '@clearcut/platform/database/database';
import { createKey, WIDE_LIMITS } from '../../support/api-keys.ts';
import { createPerson } from '../../support/person.ts';
import type { Product } from '../../support/product.ts';
import type { BenchResult } from '../result.ts';
import { type HostileRequest, hostileRequests } from './requests.ts';
import { sendHostile } from './send.ts';

const REPEATS = 20;
const CLIENTS = 8;
const CROWDED_MS = 15_000;
const HEALTH_EVERY_MS = 100;
const MAX_CPU_MS = 5;
const MAX_HEALTH_MS = 100;

/** Cost of hostile requests, and how long others wait meanwhile. */
export async function benchHostile(product: Product): Promise<BenchResult[]> {
  const database = createDatabase(product.databaseUrl, { name: 'bench' });
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS + 1 });
  const forgetCounts = () => database.query('DELETE FROM identity.rate_limits');
  try {
    const person = createPerson(product.url);
    await person.signUp('hostile@example.com');
    const requests = hostileRequests(
      (await createKey(person, { label: 'Hostile', scopes: ['pictures:write'], limits: WIDE_LIMITS })).key,
    );
    const send = (one: HostileRequest) => sendHostile(product.url, agent, one);
    // Warms up code that is compiled late.
    for (const one of requests) await send(one);

    const plain = await cpuOf(product.url, forgetCounts, () => fetchText(`${product.url}/healthz`));
    const costs: { readonly name: string; readonly ms: number }[] = [];
    for (const one of requests)
      costs.push({ name: one.name, ms: await cpuOf(product.url, forgetCounts, () => send(one)) });
    costs.sort((a, b) => b.ms - a.ms);
    const [dearest] = costs;
    if (dearest === undefined) throw new Error('There are no hostile requests');
    const alone = await slowestHealth(product.url, [], send);
    const slowest = await slowestHealth(product.url, requests, send);
    const [second, third] = costs.slice(1).map(({ name, ms }) => `${name}: ${ms.toFixed(1)} ms`);
    return [
      {
        name: `processor time of the dearest of ${requests.length} hostile requests`,
        unit: 'ms',
        ours: dearest.ms,
        floor: MAX_CPU_MS,
        ratio: dearest.ms / MAX_CPU_MS,
        target: { atMost: 1 },
        details: { dearest: dearest.name, second: second ?? '', third: third ?? '', healthz: plain },
      },
      {
        name: `slowest /healthz while ${CLIENTS} clients send them`,
        unit: 'ms',
        ours: slowest,
        floor: MAX_HEALTH_MS,
        ratio: slowest / MAX_HEALTH_MS,
        target: { atMost: 1 },
        details: { clients: CLIENTS, milliseconds: CROWDED_MS, 'without them': alone },
      },
    ];
  } finally {
    agent.destroy();
    await database.close();
  }
}

const fetchText = async (url: string): Promise<string> => (await fetch(url)).text();

/** Average processor time of the API per request, in ms. */
async function cpuOf(url: string, forgetCounts: () => Promise<unknown>, send: () => Promise<unknown>): Promise<number> {
  await forgetCounts();
  // The first reading has costs that the second does not repeat.
  const before = await cpuSeconds(url);
  const alsoBefore = await cpuSeconds(url);
  for (let i = 0; i < REPEATS; i += 1) await send();
  const after = await cpuSeconds(url);
  return Math.max(0, ((after - alsoBefore - (alsoBefore - before)) * 1_000) / REPEATS);
}

async function cpuSeconds(url: string): Promise<number> {
  const metrics = await fetchText(`${url}/metrics`);
  const [user, system] = ['user', 'system'].map((kind) =>
    Number(new RegExp(`^process_cpu_${kind}_seconds_total\\S* (\\S+)$`, 'm').exec(metrics)?.[1]),
  );
  return (user ?? Number.NaN) + (system ?? Number.NaN);
}

/** The longest /healthz while clients send hostile requests. */
async function slowestHealth(
  url: string,
  requests: readonly HostileRequest[],
  send: (one: HostileRequest) => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + CROWDED_MS;
  const client = async (_: unknown, offset: number): Promise<void> => {
    for (let i = offset * 7; performance.now() < end; i += 1) {
      const one = requests[i % requests.length];
      if (one === undefined) return;
      await send(one);
    }
  };
  let slowest = 0;
  const watch = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      await fetchText(`${url}/healthz`);
      slowest = Math.max(slowest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS));
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CLIENTS }, client)]);
  return slowest;
}
