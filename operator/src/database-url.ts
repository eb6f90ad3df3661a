import type { Config } from '@clearcut/platform/config/config';
import { readRunFile } from '@clearcut/platform/launcher/run-file';

/**
 * Address of the database of the running product: DATABASE_URL, or what the launcher says of its embedded one.
 * @throws Error that says what to do when there is neither
 */
export async function findDatabaseUrl(config: Config): Promise<string> {
  const url = config.databaseUrl ?? (await readRunFile(config.dataDir))?.databaseUrl;
  if (url !== undefined) return url;
  throw new Error(
    `Clearcut does not run on ${config.dataDir}. Start it with npm start, or set DATA_DIR or DATABASE_URL to where it runs.`,
  );
}
