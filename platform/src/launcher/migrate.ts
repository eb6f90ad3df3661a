/** For set-ups without the launcher. */
import { ConfigError, loadConfig } from '../config/config.ts';
import { mistypedSettings } from '../config/mistyped.ts';
import { databaseCheck } from '../database/check.ts';
import { UnusableServerError } from '../server-check.ts';
import { waitForServers } from '../servers/wait-for-servers.ts';
import { migrateAll } from './migrate-all.ts';
import { StartError } from './start-error.ts';

for (const sentence of mistypedSettings(process.env)) console.error(sentence);
try {
  const { databaseUrl } = loadConfig();
  if (databaseUrl === undefined) throw new ConfigError('The setting DATABASE_URL is missing.');
  const { signal } = new AbortController();
  await waitForServers([databaseCheck(databaseUrl)], { say: (sentence) => console.error(sentence), signal });
  await migrateAll(databaseUrl);
} catch (error) {
  const isPlain = [ConfigError, StartError, UnusableServerError].some((kind) => error instanceof kind);
  if (!isPlain || !(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
