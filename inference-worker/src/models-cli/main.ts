/** `npm run models -- <command>`. Exit code 0: done; 1: it failed, or what it looked at is bad; 2: it was called wrongly. */
import { ConfigError, loadConfig } from '@clearcut/platform/config/config';
import { readRegistry } from '../models/registry.ts';
import { parseCall, usage } from './arguments.ts';
import { UsageError } from './command.ts';
import { createTerminal } from './terminal.ts';

const terminal = createTerminal();
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => interrupted.abort(new Error(`Stopped by ${signal}`)));
}

try {
  const call = parseCall(process.argv.slice(2));
  if (call === 'help') {
    process.stdout.write(`${usage()}\n`);
  } else {
    const config = loadConfig();
    const answer = await call.command.run(call.args, {
      config,
      registry: await readRegistry(config.modelsRegistry),
      options: call.options,
      terminal,
      signal: interrupted.signal,
    });
    terminal.endProgress();
    process.stdout.write(`${call.isJson ? JSON.stringify(answer.json) : answer.text}\n`);
    if (answer.isBad === true) process.exitCode = 1;
  }
} catch (error) {
  terminal.endProgress();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
}
