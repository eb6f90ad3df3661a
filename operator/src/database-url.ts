import type { Config } from '@clearcut/platform/config/config';
import { isConnectionError } from '@clearcut/platform/database/connection-error';
import { readRunFile, runningLauncher } from '@clearcut/platform/launcher/run-file';

/**
 * DATABASE_URL, or the launcher's embedded one.
 * @throws NotRunningError
 */
export async function findDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string> {
  const url = config.databaseUrl ?? (await readRunFile(config.dataDir))?.databaseUrl;
  if (url !== undefined) return url;
  throw new NotRunningError(config.dataDir);
}

/** In words. A killed launcher leaves the address of a database that ended with it. */
export async function explainUnreachable(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  if (!(error instanceof Error && isConnectionError(error))) return error;
  const isOwn = databaseUrl === undefined;
  if (isOwn && (await runningLauncher(dataDir)) === undefined) return new NotRunningError(dataDir);
  return new Error(`The database of Clearcut is out of reach: ${error.message}`, { cause: error });
}

export class NotRunningError extends Error {
  constructor(dataDir: string) {
    super(
      `Clearcut does not run on ${dataDir}. Start it with npm start, or set DATA_DIR or DATABASE_URL to where it runs.`,
    );
    this.name = 'NotRunningError';
  }
}
