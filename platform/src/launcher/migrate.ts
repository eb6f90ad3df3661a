/** Prepares the database of DATABASE_URL and ends: for whoever starts the services one by one, without the launcher. */
import { ConfigError, loadConfig } from '../config/config.ts';
import { migrateAll } from './migrate-all.ts';
import { StartError } from './start-error.ts';

try {
  const { databaseUrl } = loadConfig();
  if (databaseUrl === undefined) throw new ConfigError('The setting DATABASE_URL is missing.');
  await migrateAll(databaseUrl);
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
