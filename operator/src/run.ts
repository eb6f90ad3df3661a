import { createAdapters } from '@clearcut/platform/adapters';
import type { Answer } from '@clearcut/platform/cli/command';
import { runProgram } from '@clearcut/platform/cli/run-program';
import { loadConfig } from '@clearcut/platform/config/config';
import { createLogger } from '@clearcut/platform/telemetry/logger';
import type { OperatorContext } from './command.ts';
import { commands, offlineCommands } from './commands.ts';
import { explainUnreachable, findDatabaseUrl } from './database-url.ts';

const PREFIX = 'npm run operator --';

async function withAdapters(work: (context: OperatorContext) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const config = loadConfig();
  const databaseUrl = await findDatabaseUrl(config);
  // Standard output carries the answer.
  const log = createLogger('operator', { logLevel: 'silent' });
  const adapters = await createAdapters({ ...config, databaseUrl }, log, 'operator');
  try {
    return await work({ ...adapters, log, signal });
  } catch (error) {
    throw await explainUnreachable(error, config);
  } finally {
    await adapters.close();
  }
}

// Also for `--json restore FOLDER`.
const name = process.argv.slice(2).find((word) => !word.startsWith('-'));
const isOffline = offlineCommands.some(({ call }) => call.split(' ')[0] === name);
if (isOffline) {
  await runProgram({ prefix: PREFIX, commands: offlineCommands }, (work, signal) => work({ signal }));
} else {
  await runProgram({ prefix: PREFIX, commands: [...commands, ...offlineCommands] }, withAdapters);
}
