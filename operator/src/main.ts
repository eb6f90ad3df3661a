/**
 * `npm run operator -- <command> [--json]`. Exit code 0: done; 1: it failed, or what it looked at is wrong; 2: it was called
 * wrongly.
 */
import { createAdapters } from '@clearcut/platform/adapters';
import { ConfigError, loadConfig } from '@clearcut/platform/config/config';
import { isConnectionError } from '@clearcut/platform/database/connection-error';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { type Answer, UsageError } from './command.ts';
import { type Call, parseCall, usage } from './commands.ts';
import { findDatabaseUrl } from './database-url.ts';

async function execute({ command, args, options }: Call, signal: AbortSignal): Promise<Answer> {
  if (command === undefined) return { text: usage(), json: usage() };
  const config = loadConfig();
  const databaseUrl = await findDatabaseUrl(config);
  // Standard output belongs to the answer, which a program may read.
  const log = createLogger('operator', { logLevel: 'silent' });
  const adapters = await createAdapters({ ...config, databaseUrl }, log, 'operator');
  try {
    return await command.run(args, { ...adapters, log, signal }, options);
  } finally {
    await adapters.close();
  }
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error(`Stopped by ${signal}; nothing was changed`)));
}

try {
  const call = parseCall(process.argv.slice(2));
  const { text, json, wrong = false } = await execute(call, interrupted.signal);
  process.stdout.write(`${call.json ? JSON.stringify(json) : text}\n`);
  process.exitCode = wrong ? 1 : 0;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    isConnectionError(error) ? `The database of Clearcut is out of reach: ${message}\n` : `${message}\n`,
  );
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
