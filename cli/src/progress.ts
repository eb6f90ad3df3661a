import type { Outcome } from './outcome.ts';

export interface Progress {
  /** So many pictures more. */
  expect(count: number): void;
  tell(outcome: Outcome): void;
  end(): void;
}

const WIDTH = 24;

/** On standard error: a bar where a person looks on, else a line for what failed. With `json` each outcome goes to standard output. */
export function createProgress({ json, watch }: { readonly json: boolean; readonly watch: boolean }): Progress {
  const { stderr, stdout } = process;
  const [startedAt, counts] = [Date.now(), { done: 0, failed: 0, credits: 0 }];
  let total = 0;
  const clear = (): void => void (stderr.isTTY && stderr.write('\r\u001b[K'));

  function draw(): void {
    if (!stderr.isTTY) return;
    const made = counts.done + counts.failed;
    const filled = Math.round((made / total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const left =
      made === 0 || watch ? '' : ` ${Math.round((((Date.now() - startedAt) / made) * (total - made)) / 1000)} s left`;
    stderr.write(`\r\u001b[K${bar} ${made}/${total}${left}`);
  }

  return {
    expect(count) {
      total += count;
      draw();
    },
    tell(outcome) {
      counts[outcome.outcome === 'failed' ? 'failed' : 'done'] += 1;
      counts.credits += outcome.credits;
      if (json && outcome.output !== '-') stdout.write(`${JSON.stringify(outcome)}\n`);
      if (outcome.outcome === 'failed') {
        clear();
        stderr.write(`${outcome.input}: ${outcome.message}\n`);
      }
      draw();
    },
    end() {
      clear();
      const { done, failed, credits } = counts;
      if (total > 1) stderr.write(`${done} done, ${failed} failed, ${credits} credits\n`);
    },
  };
}
