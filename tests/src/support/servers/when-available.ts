import { ServerUnavailableError } from './jars.ts';

/**
 * What `start` starts, or undefined, said on the terminal, when this machine cannot have it: tests that need it are then skipped and
 * counted as such. Any other failure is a failure.
 */
export async function whenAvailable<Server>(name: string, start: () => Promise<Server>): Promise<Server | undefined> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ServerUnavailableError)) throw error;
    process.stderr.write(`\n${name} is not tested here: ${error.message}.\n`);
    return undefined;
  }
}
