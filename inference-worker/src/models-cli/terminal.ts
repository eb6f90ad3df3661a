import { createInterface } from 'node:readline/promises';

/** The person in front of it, on standard error: standard output belongs to the answer, which a program may read. */
export interface Terminal {
  /** Whether a user is there to answer. */
  readonly isInteractive: boolean;
  say(text: string): void;
  /** Rewrites one line on a terminal; elsewhere one line in ten seconds is enough for a log. */
  progress(text: string): void;
  /** Takes the line of progress away, before something else is written. */
  endProgress(): void;
  /** Asks a question. Ends with the signal's reason when it is aborted. */
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
      // While it reads, Ctrl-C comes to it and not to the process; and a question whose input ends (Ctrl-D) never answers.
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
