import { spawn } from 'node:child_process';

/** Undefined: the current user. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

/** No PGDATA, no secrets; one zone and locale give the same cluster everywhere. */
const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** initdb needs a working folder it can enter. */
export function spawnOptions(account: Account) {
  return { cwd: '/', env: environment, ...account };
}

export interface RunResult {
  readonly ok: boolean;
  /** stdout and stderr, or why it could not start. */
  readonly output: string;
}

/** Never rejects. */
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
    // Its status explains an early end.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }));
    child.stdin.end(input);
  });
}

/** Other failures follow from it. */
const isFull = (line: string): boolean => /No space left on device|Disk quota exceeded/.test(line);

export function lastWords(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.find(isFull) ?? lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'it said nothing';
}
