import { type Adapters, createAdapters } from '@clearcut/platform/adapters';
import { type Config, loadConfig } from '@clearcut/platform/config/config';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { ownNames } from './servers/scale.ts';

export interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Other settings of the processes there. */
  readonly env?: Readonly<Record<string, string>>;
  /** Distinguishes its topics. Default: the database, as for every product on a test's own database. */
  readonly topicsOf?: string;
}

export interface OpenedAdapters extends Adapters {
  readonly config: Config;
}

/**
 * Opens an installation's stores as its processes do: in a scale run with jobs in Kafka and blobs in S3, and with
 * EVENT_STORE_URL the log there. Its tables must exist.
 */
export async function openAdapters(place: Place): Promise<OpenedAdapters> {
  const { databaseUrl, dataDir, env = {}, topicsOf = databaseUrl } = place;
  const settings = { ...process.env, ...ownNames(topicsOf), ...env };
  const config = loadConfig({ ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return { ...(await createAdapters(config, createLogger('test', { logLevel: 'silent' }), 'test')), config };
}
