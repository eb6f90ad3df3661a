import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../telemetry/logger.ts';
import { isRunning, processIdentitySchema, type ProcessIdentity } from './process-identity.ts';

const runFileSchema = z.object({
  launcher: processIdentitySchema,
  /** Undefined until ready. */
  url: z.string().optional(),
  databaseUrl: z.string(),
  postgres: z.int().optional(),
  services: z.record(z.string(), processIdentitySchema),
});
export type RunFile = z.infer<typeof runFileSchema>;

const pathIn = (dataDir: string) => join(dataDir, 'run.json');

export async function readRunFile(dataDir: string): Promise<RunFile | undefined> {
  const content = await readFile(pathIn(dataDir), 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  try {
    return runFileSchema.parse(JSON.parse(content));
  } catch {
    // Another version's: only leftovers go unnoticed.
    return undefined;
  }
}

/** Undefined also after `kill -9` of the launcher, whose file stays. */
export async function runningLauncher(dataDir: string): Promise<RunFile | undefined> {
  const found = await readRunFile(dataDir);
  return found !== undefined && isRunning(found.launcher) ? found : undefined;
}

/** Private: holds the database's password. */
export async function writeRunFile(dataDir: string, content: RunFile): Promise<void> {
  const unfinished = `${pathIn(dataDir)}.new`;
  await writeFile(unfinished, JSON.stringify(content, undefined, 2), { mode: 0o600 });
  await rename(unfinished, pathIn(dataDir));
}

export async function removeRunFile(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

const ORPHAN_TIMEOUT_MS = 10_000;

/** A hanging service would work beside its successor. */
export async function endOrphans(dataDir: string, log: Logger): Promise<void> {
  const orphans = Object.entries((await readRunFile(dataDir))?.services ?? {});
  const deadline = performance.now() + ORPHAN_TIMEOUT_MS;
  const left = (): [string, ProcessIdentity][] => orphans.filter(([, identity]) => isRunning(identity));
  while (left().length > 0 && performance.now() < deadline) await sleep(50);
  for (const [service, { pid }] of left()) {
    log.warn({ service, pid }, 'a service of a launcher that was killed does not end: killing it');
    process.kill(pid, 'SIGKILL');
  }
  while (left().length > 0) await sleep(20);
}
