import { runProgram } from '@clearcut/platform/cli/run-program';
import { loadConfig } from '@clearcut/platform/config/config';
import { readRegistry } from '../models/registry.ts';
import { commands } from './commands.ts';
import { createTerminal } from './terminal.ts';

await runProgram({ prefix: 'npm run models --', commands }, async (work, signal) => {
  const config = loadConfig();
  const registry = await readRegistry(config.modelsRegistry);
  const terminal = createTerminal();
  try {
    return await work({ config, registry, terminal, signal });
  } finally {
    terminal.endProgress();
  }
});
