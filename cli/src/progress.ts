import type { SkipReason } from './files/kinds.ts';
import type { Skipped } from './files/walk.ts';
import type { Options } from './options.ts';
import type { Outcome } from './outcome.ts';

export interface Progress {
  /** More pictures. */
  expect(count: number): void;
  /** @param isReported its message was printed already */
  report(outcome: Outcome, isReported: boolean): void;
  skip(skipped: readonly Skipped[]): void;
  warn(message: string): void;
  end(): void;
}

const WIDTH = 24;

const SKIPPED: Readonly<Record<SkipReason, string>> = {
  hidden: 'hidden',
  system: "another system's thumbnail or file",
  link: 'a link',
  result: 'a cut-out already',
  'not-a-picture': 'not a PNG, JPG or WEBP',
  special: 'not a regular file',
  unreadable: 'not readable',
};

/** On standard error: a bar on a terminal, else a line for each failure. With `json`, outcomes on standard output. */
export function createProgress({ json, watch, url }: Pick<Options, 'json' | 'watch' | 'url'>): Progress {
  const { stderr, stdout } = process;
  const [startedAt, counts] = [Date.now(), { done: 0, failed: 0, credits: 0 }];
  const skippedFiles = new Set<string>();
  let total = 0;
  const clear = (): void => void (stderr.isTTY && stderr.write('\r\u001b[K'));

  function say(line: string): void {
    clear();
    // Foreign names and responses may contain terminal control sequences.
    stderr.write(`${line.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\u{fffd}')}\n`);
  }

  function draw(): void {
    if (!stderr.isTTY || total === 0) return;
    const made = counts.done + counts.failed;
    const filled = Math.round((made / total) * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const left =
      made === 0 || watch ? '' : ` ${Math.round((((Date.now() - startedAt) / made) * (total - made)) / 1000)} s left`;
    stderr.write(`\r\u001b[K${bar} ${made}/${total}${left}`);
  }

  const record = (outcome: Outcome): void => void (json && stdout.write(`${JSON.stringify(outcome)}\n`));

  return {
    expect(count) {
      total += count;
      draw();
    },
    report(outcome, isReported) {
      counts[outcome.outcome === 'failed' ? 'failed' : 'done'] += 1;
      counts.credits += outcome.credits;
      if (outcome.output !== '-') record(outcome);
      if (outcome.outcome === 'failed' && !isReported) say(`${outcome.input}: ${outcome.message}`);
      draw();
    },
    skip(skipped) {
      const fresh = skipped.filter(({ file }) => !skippedFiles.has(file));
      const byReason = new Map<SkipReason, number>();
      for (const { file, reason } of fresh) {
        skippedFiles.add(file);
        byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
        record({ input: file, output: null, outcome: 'skipped', credits: 0, message: SKIPPED[reason] });
      }
      const parts = [...byReason].map(([reason, count]) => `${count} ${SKIPPED[reason]}`);
      if (parts.length > 0) say(`Left out ${fresh.length}: ${parts.join('; ')}`);
    },
    warn: say,
    end() {
      clear();
      const { done, failed, credits } = counts;
      const price = url === undefined ? '' : `, ${credits} credits`;
      const left = total - done - failed;
      const rest = left === 0 ? '' : `, ${left} left`;
      if (total > 1) stderr.write(`${done} done, ${failed} failed${rest}${price}\n`);
    },
  };
}
