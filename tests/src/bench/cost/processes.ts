import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../support/product.ts';
import { processTree } from '../../support/processes.ts';

/** Clock ticks of proc_pid_stat(5). Linux has had 100 a second on every processor for decades. */
const TICK_MS = 10;
const IDLE_MS = 5000;

const NAMES = ['worker', 'command API', 'projections', 'PostgreSQL', 'launcher'] as const;
type ProcessName = (typeof NAMES)[number];

export type ByProcess = Readonly<Record<ProcessName, number>>;

/** Processor time of one process and of its children that have ended, ms. */
export async function processorMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = stat
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return (user + system + ofUser + ofSystem) * TICK_MS;
}

async function readingOf(product: Product): Promise<ByProcess> {
  const services = {
    worker: await product.childPid('inference-worker'),
    'command API': await product.childPid('command-api'),
    projections: await product.childPid('projections'),
  };
  const spent = { worker: 0, 'command API': 0, projections: 0, PostgreSQL: 0, launcher: 0 };
  const postgres = new Set(await processTree(await product.postgresPid()));
  for (const pid of new Set([...(await processTree(product.pid)), ...postgres])) {
    const service = NAMES.find((name) => services[name as keyof typeof services] === pid);
    spent[service ?? (postgres.has(pid) ? 'PostgreSQL' : 'launcher')] += await processorMsOf(pid);
  }
  return spent;
}

/** Processor time of `work` by process, without what the product spends meanwhile even if idle, ms. */
export async function spentBy(product: Product, work: () => Promise<void>): Promise<ByProcess> {
  const atRest = await readingOf(product);
  await sleep(IDLE_MS);
  const before = await readingOf(product);
  const started = performance.now();
  await work();
  // Events and messages that follow the last answer.
  await sleep(500);
  const ms = performance.now() - started;
  const after = await readingOf(product);
  const spent = NAMES.map((name) => {
    const idle = ((before[name] - atRest[name]) * ms) / IDLE_MS;
    return [name, Math.max(0, after[name] - before[name] - idle)] as const;
  });
  return Object.fromEntries(spent) as Record<ProcessName, number>;
}
