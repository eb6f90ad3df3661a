import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundledOptions } from './bundles/options.ts';
import type { Service } from './product.ts';
import { ownNames } from './servers/scale.ts';

export interface Beside {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Additional settings; must equal the launcher's. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a second process of a service beside the launcher's; resolves when ready. The caller ends it. */
export async function startBeside(service: Service, { databaseUrl, dataDir, env }: Beside): Promise<ChildProcess> {
  const child = fork(fileURLToPath(import.meta.resolve(`@clearcut/${service}/main`)), {
    env: {
      ...process.env,
      NODE_OPTIONS: bundledOptions(),
      ...ownNames(databaseUrl),
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
