import { ServerUnavailableError } from './jars.ts';

/**
 * Result of `start`, or undefined, with a message on the terminal, when the server is unavailable here: tests that need
 * it are skipped and counted so. Any other failure is a failure.
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
