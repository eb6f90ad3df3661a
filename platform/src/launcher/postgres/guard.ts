import { spawn } from 'node:child_process';
import { spawnOptions, type Account } from './run.ts';

/** Services may outlive a killed launcher by ten seconds. */
const DELAY_SECONDS = 3;

/** `kill -9` of this process would leave PostgreSQL running. */
export function guard(pid: number, ended: Promise<void>, account: Account): void {
  const script = `read -r line; sleep ${DELAY_SECONDS}; kill -INT "$1"`;
  const child = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Works without a guard too.
  child.on('error', () => undefined);
  // Its pid may be reused.
  void ended.then(() => child.kill('SIGKILL'));
}
