import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
import type { Report, WorkerSettings } from './worker.ts';

/** A forked `worker.ts` with its reports so far. */
export class WorkerProcess {
  readonly reports: Report[] = [];
  readonly #child: ChildProcess;

  constructor(settings: WorkerSettings) {
    this.#child = fork(new URL('./worker.ts', import.meta.url), [JSON.stringify(settings)]);
    this.#child.on('message', (message) => this.reports.push(message as Report));
  }

  async until<Type extends Report['type']>(type: Type): Promise<Extract<Report, { type: Type }>> {
    const find = (): Report | undefined => this.reports.find((report) => report.type === type);
    return (await vi.waitUntil(find, { timeout: 60_000 })) as Extract<Report, { type: Type }>;
  }

  go(): void {
    this.#child.send('go');
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }

  async died(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  /** kill -9, which also ends a stopped process. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.died();
  }
}
