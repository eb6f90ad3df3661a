/** `npm run operator -- <command> [--json]`. Exit code 0: done; 1: it failed; 2: it was called wrongly. */
import { parseArgs } from 'node:util';
import { createAdapters } from '@clearcut/platform/adapters';
import { ConfigError, loadConfig } from '@clearcut/platform/config/config';
import { isConnectionError } from '@clearcut/platform/database/connection-error';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import { type Answer, findCommand, usage, UsageError } from './commands.ts';
import { findDatabaseUrl } from './database-url.ts';

async function execute(words: readonly string[], signal: AbortSignal): Promise<Answer> {
  const { command, args } = findCommand(words);
  const config = loadConfig();
  const databaseUrl = await findDatabaseUrl(config);
  // Standard output belongs to the answer, which a program may read.
  const log = createLogger('operator', { logLevel: 'silent' });
  const adapters = await createAdapters({ ...config, databaseUrl }, log, 'operator');
  try {
    return await command.run(args, { ...adapters, log, signal });
  } finally {
    await adapters.close();
  }
}

function parse(): { words: string[]; json: boolean; help: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    return { words: positionals, json: values.json, help: values.help };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage()}`);
  }
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error(`Stopped by ${signal}; nothing was changed`)));
}

try {
  const { words, json, help } = parse();
  const answer = help ? { text: usage(), json: usage() } : await execute(words, interrupted.signal);
  process.stdout.write(`${json ? JSON.stringify(answer.json) : answer.text}\n`);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    isConnectionError(error) ? `The database of Clearcut is out of reach: ${message}\n` : `${message}\n`,
  );
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
