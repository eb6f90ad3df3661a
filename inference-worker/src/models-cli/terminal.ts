import { createInterface } from 'node:readline/promises';

/** Writes to standard error: standard output holds the answer. */
export interface Terminal {
  readonly isInteractive: boolean;
  say(text: string): void;
  /** Elsewhere, one line in ten seconds at most. */
  progress(text: string): void;
  endProgress(): void;
  ask(question: string, signal: AbortSignal): Promise<string>;
}

const REWRITE_MS = 100;
const QUIET_MS = 10_000;

export function createTerminal(): Terminal {
  const isInteractive = process.stdin.isTTY && process.stderr.isTTY;
  let hasLine = false;
  let saidAt = performance.now();

  function endProgress(): void {
    if (hasLine) process.stderr.write('\r\x1b[K');
    hasLine = false;
  }

  return {
    isInteractive,
    say(text) {
      endProgress();
      process.stderr.write(`${text}\n`);
    },
    progress(text) {
      if (performance.now() - saidAt < (process.stderr.isTTY ? REWRITE_MS : QUIET_MS)) return;
      saidAt = performance.now();
      process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
      hasLine = process.stderr.isTTY;
    },
    endProgress,
    async ask(question, signal) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      // Readline catches Ctrl-C, and never resolves after Ctrl-D.
      lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      try {
        return await Promise.race([lines.question(question, { signal }), ended]);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        lines.close();
      }
    },
  };
}
