import { readdir, readFile } from 'node:fs/promises';

/** Parents by pid, of all processes on this machine. */
async function parents(): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
    // The name in parentheses may contain anything; see proc_pid_stat(5).
    const fields = stat?.replace(/^.*\) /s, '').split(' ');
    if (fields?.[0] !== 'Z' && fields?.[1] !== undefined) found.set(Number(name), Number(fields[1]));
  }
  return found;
}

/** `pid` and all its descendants. */
export async function processTree(pid: number): Promise<number[]> {
  const all = await parents();
  const tree = [pid];
  for (const member of tree) {
    for (const [child, parent] of all) if (parent === member) tree.push(child);
  }
  return tree;
}

/** Those of `pids` still running. */
export async function stillRunning(pids: readonly number[]): Promise<number[]> {
  const all = await parents();
  return pids.filter((pid) => all.has(pid));
}

/** Clock ticks of Linux; see times(2). */
const TICKS_PER_SECOND = 100;

/**
 * Processor time of all ended descendants whose parents waited for them. Undefined on systems without /proc.
 */
export async function processorSeconds(): Promise<number | undefined> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => undefined);
  const [user, system] =
    stat
      ?.replace(/^.*\) /s, '')
      .split(' ')
      .slice(13, 15)
      .map(Number) ?? [];
  return user === undefined || system === undefined ? undefined : (user + system) / TICKS_PER_SECOND;
}
