export interface Outcome {
  readonly input: string;
  readonly output: string | null;
  /** `done-before`: by an earlier run, or for the same picture under another name. `skipped`: left out of a folder. */
  readonly outcome: 'done' | 'done-before' | 'failed' | 'skipped';
  readonly credits: number;
  /** Reason of a failure or a skip. */
  readonly message?: string;
}
