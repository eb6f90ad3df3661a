import { type Adapters, createAdapters } from '@clearcut/platform/adapters';
import { type Config, loadConfig } from '@clearcut/platform/config/config';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { ownNames } from './servers/scale.ts';

export interface Place {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The other settings of the processes that work there. */
  readonly env?: Readonly<Record<string, string>>;
  /** What its topics are told apart by. Default: the database, as for every product that is started on one of the tests' own. */
  readonly topicsOf?: string;
}

export interface OpenedAdapters extends Adapters {
  readonly config: Config;
}

/**
 * What an installation keeps, as its own processes open it: in a scale run the jobs are in Kafka and the blobs in S3, and with EVENT_STORE_URL the log is there. Its tables must be
 * there already.
 */
export async function openAdapters(place: Place): Promise<OpenedAdapters> {
  const { databaseUrl, dataDir, env = {}, topicsOf = databaseUrl } = place;
  const settings = { ...process.env, ...ownNames(topicsOf), ...env };
  const config = loadConfig({ ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  return { ...(await createAdapters(config, createLogger('test', { logLevel: 'silent' }), 'test')), config };
}
