import type { Config } from '@clearcut/platform/config/config';
import { readRunFile } from '@clearcut/platform/launcher/run-file';

/**
 * DATABASE_URL, or the launcher's embedded one.
 * @throws NotRunningError
 */
export async function findDatabaseUrl(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<string> {
  const url = config.databaseUrl ?? (await readRunFile(config.dataDir))?.databaseUrl;
  if (url !== undefined) return url;
  throw new NotRunningError(config.dataDir);
}

export class NotRunningError extends Error {
  constructor(dataDir: string) {
    super(
      `Clearcut does not run on ${dataDir}. Start it with npm start, or set DATA_DIR or DATABASE_URL to where it runs.`,
    );
    this.name = 'NotRunningError';
  }
}
