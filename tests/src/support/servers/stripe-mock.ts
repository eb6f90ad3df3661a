import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { goProgram } from './go-program.ts';
import { freePort } from './java-server.ts';

const MODULE = 'github.com/stripe/stripe-mock';
const VERSION = 'v0.203.0';
const START_TIMEOUT_MS = 60_000;

export interface StripeMock {
  readonly url: string;
  stop(): void;
}

/**
 * Stripe's own mock: checks each call against Stripe's API description and answers with fixtures. Proves the form of
 * calls, nothing about their effect. Built once, from the module proxy.
 * @throws ServerUnavailableError where Go or the module is missing
 */
export async function startStripeMock(): Promise<StripeMock> {
  const program = await goProgram(MODULE, VERSION);
  const port = await freePort();
  const server = spawn(program, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const stop = (): void => void server.kill();
  process.once('exit', stop);
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await delay(50)) {
    if (await fetch(url).catch(() => undefined)) return { url, stop };
    if (Date.now() < deadline && server.exitCode === null) continue;
    stop();
    throw new Error('stripe-mock did not start');
  }
}
