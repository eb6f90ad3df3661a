import { copyFile, open, stat, truncate, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_BYTES = 50 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;

export function logFile(dataDir: string, service: string): string {
  return join(dataDir, 'logs', `${service}.log`);
}

/** A pipe would not outlive the launcher. */
export function openLog(dataDir: string, service: string): Promise<FileHandle> {
  return open(logFile(dataDir, service), 'a', 0o600);
}

async function limit(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size < MAX_BYTES) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** Truncates in place: services hold the files open. */
export function limitLogs(dataDir: string, services: readonly string[]): () => void {
  const timer = setInterval(() => {
    // A full disk must not stop the product.
    for (const service of services) void limit(logFile(dataDir, service)).catch(() => undefined);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
