/** The launcher's crashes and its survivors', with the real processes. */
import { chmod, copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { processTree, stillRunning } from '../support/processes.ts';
import { eventually, newDataDir, startLauncher, startProduct, type Product, type Service } from '../support/product.ts';

const SERVICES: readonly Service[] = ['command-api', 'projections', 'inference-worker'];

async function query(product: Product, sql: string): Promise<unknown[]> {
  const client = new Client(product.databaseUrl);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const noneLeft = async (pids: readonly number[]) => ((await stillRunning(pids)).length === 0 ? true : undefined);

const answers = (product: Product) =>
  eventually(async () => (await fetch(`${product.url}/healthz`).catch(() => undefined))?.ok || undefined);

/** A data folder that outlives its product, for one test. */
function keptDataDir(): string {
  const dataDir = newDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function startAgain(dataDir: string): Promise<Product> {
  const product = await startProduct({ dataDir });
  onTestFinished(() => product.stop());
  return product;
}

describe('a running product', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.stop());

  test.for(SERVICES)('replaces %s after kill -9, and leaves the others alone', async (victim) => {
    const before = await Promise.all(SERVICES.map((service) => product.childPid(service)));
    const killed = await product.childPid(victim);

    process.kill(killed, 'SIGKILL');
    const successor = await eventually(async () => {
      const pid = await product.childPid(victim).catch(() => killed);
      return pid === killed ? undefined : pid;
    });
    await answers(product);

    expect(await stillRunning([killed, successor])).toEqual([successor]);
    const others = SERVICES.filter((service) => service !== victim);
    expect(await Promise.all(others.map((service) => product.childPid(service)))).toEqual(
      before.filter((pid) => pid !== killed),
    );
  });

  test('replaces PostgreSQL after kill -9 at the same address, with every committed row, without a service dying', async () => {
    const services = await Promise.all(SERVICES.map((service) => product.childPid(service)));
    await query(product, 'CREATE TABLE public.acknowledged AS SELECT 42 AS answer');
    const killed = await product.postgresPid();

    process.kill(killed, 'SIGKILL');
    // Its backends answer until they notice.
    await eventually(async () => (await product.postgresPid().catch(() => killed)) !== killed || undefined);
    const rows = await eventually(() =>
      query(product, 'SELECT answer FROM public.acknowledged').catch(() => undefined),
    );
    await answers(product);

    expect(rows).toEqual([{ answer: 42 }]);
    expect(await Promise.all(SERVICES.map((service) => product.childPid(service)))).toEqual(services);
  });
});

test('warns at the start that a copy of the folder alone lacks a database outside it', async () => {
  const [dataDir, elsewhere] = [keptDataDir(), keptDataDir()];
  await mkdir(dataDir);
  await mkdir(elsewhere);
  // As when started by root: another user runs PostgreSQL.
  await Promise.all([chmod(dataDir, 0o711), chmod(elsewhere, 0o755)]);
  await symlink(elsewhere, join(dataDir, 'postgres'));

  const product = await startProduct({ dataDir });
  await product.stop();

  expect(product.output()).toContain(`\nThe database lies outside of DATA_DIR, in ${elsewhere}: a backup takes both\n`);
});

describe('stopping', () => {
  test('leaves no process after Ctrl-C in a terminal, which reaches the whole process group, and ends with success', async () => {
    const product = await startProduct();
    onTestFinished(() => product.stop());
    const everything = await processTree(product.pid);
    expect(everything.length).toBeGreaterThan(SERVICES.length + 2);

    process.kill(-product.pid, 'SIGINT');
    await eventually(() => noneLeft([product.pid]));

    expect(await stillRunning(everything)).toEqual([]);
    expect(product.output()).toBe(
      `Clearcut is ready: ${product.url}\nSandbox mode: mail goes no further than ${product.url}/dev/mailbox?key=${product.mailboxKey}\n` +
        'A stronger model makes better cut-outs. See which there are, then install one: npm run models -- list\n',
    );
  });

  test('treats Ctrl-C passed on by npm too as one, and every service finishes its work', async () => {
    const product = await startAgain(keptDataDir());

    process.kill(-product.pid, 'SIGINT');
    await sleep(20);
    await product.kill('SIGINT');

    for (const service of SERVICES) {
      expect(await readFile(join(product.dataDir, 'logs', `${service}.log`), 'utf8')).toContain('"msg":"stopped"');
    }
  });

  test('leaves no process after Ctrl-C during the start', async () => {
    const dataDir = keptDataDir();
    const launcher = startLauncher({ dataDir });
    const pid = launcher.process.pid ?? 0;
    const postmaster = join(dataDir, 'postgres', 'cluster', 'data', 'postmaster.pid');
    await eventually(() => readFile(postmaster).catch(() => undefined));
    const everything = await processTree(pid);

    process.kill(-pid, 'SIGINT');

    expect(await launcher.ended).toBe(0);
    await eventually(() => noneLeft(everything));
  });

  test('ends everything after kill -9 of the launcher', async () => {
    const product = await startProduct();
    onTestFinished(() => product.stop());
    const everything = await processTree(product.pid);

    await product.kill('SIGKILL');

    await eventually(() => noneLeft(everything));
  });
});

describe('starting again', () => {
  test('at once after kill -9 of the launcher, with every committed row', async () => {
    const dataDir = keptDataDir();
    const first = await startProduct({ dataDir });
    const left = (await processTree(first.pid)).slice(1);
    const names = await Promise.all(left.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8')));
    const working = left.filter((_, index) => names[index] !== 'sh\n');
    expect(left.length - working.length).toBe(1);
    await query(first, 'CREATE TABLE public.acknowledged AS SELECT 42 AS answer');
    await first.kill('SIGKILL');

    const second = await startAgain(dataDir);

    // PostgreSQL's guard shell checks after three seconds, later than a quick start; it is not part of the product.
    expect(await stillRunning(working)).toEqual([]);
    await eventually(() => noneLeft(left));
    expect(await query(second, 'SELECT answer FROM public.acknowledged')).toEqual([{ answer: 42 }]);
  });

  test('after kill -9 of the launcher and PostgreSQL, with a service that is frozen and cannot notice', async () => {
    const dataDir = keptDataDir();
    const first = await startProduct({ dataDir });
    const frozen = await first.childPid('projections');
    process.kill(frozen, 'SIGSTOP');
    process.kill(await first.postgresPid(), 'SIGKILL');
    await first.kill('SIGKILL');

    await startAgain(dataDir);

    expect(await stillRunning([frozen])).toEqual([]);
  });

  test('after kill -9 while the database is created', async () => {
    const dataDir = keptDataDir();
    const launcher = startLauncher({ dataDir });
    await eventually(async () => {
      const names = await readdir(join(dataDir, 'postgres')).catch(() => []);
      return names.some((name) => name.startsWith('unfinished-')) || undefined;
    });
    launcher.process.kill('SIGKILL');
    await launcher.ended;

    const product = await startAgain(dataDir);

    expect(await query(product, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test("when the pid in a dead PostgreSQL's lock file now belongs to another process", async () => {
    const dataDir = keptDataDir();
    const lockFile = join(dataDir, 'postgres', 'cluster', 'data', 'postmaster.pid');
    const first = await startProduct({ dataDir });
    await copyFile(lockFile, join(dataDir, 'copy'));
    await first.stop();
    const lines = await readFile(join(dataDir, 'copy'), 'utf8');
    await writeFile(lockFile, lines.replace(/^\d+/, String(process.pid)));

    const product = await startAgain(dataDir);

    expect(await query(product, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
