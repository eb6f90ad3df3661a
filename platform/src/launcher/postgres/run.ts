import { spawn } from 'node:child_process';

/** A user of the machine that a program is run as; undefined stands for the one who runs us. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/**
 * PostgreSQL sees nothing of our environment: settings such as PGDATA or PGPORT would change what it does, and secrets are
 * none of its business. A fixed time zone and locale give the same cluster and the same messages on every machine.
 */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** How to spawn as `account`. The working folder is one that every user can enter: initdb refuses to run elsewhere. */
export function spawnOptions(account: Account) {
  return { cwd: '/', env: environment, ...account };
}

export interface RunResult {
  readonly ok: boolean;
  /** stdout and stderr together, or why the program could not be started. */
  readonly output: string;
}

/** Runs a program to its end, with `input` on its stdin. Never rejects. */
export function run(
  file: string,
  args: readonly string[],
  { account, input }: { account?: Account; input?: string } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, { ...spawnOptions(account), stdio: ['pipe', 'pipe', 'pipe'] });
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    // A program that ends before it has read its input says why by its status; the broken pipe adds nothing.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
    child.stdin.end(input);
  });
}

/** The line that says what went wrong in what a PostgreSQL program printed. */
export function lastWords(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'it said nothing';
}
