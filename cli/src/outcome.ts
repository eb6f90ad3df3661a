/** How one picture ended. */
export interface Outcome {
  readonly input: string;
  /** Null where there is no result. */
  readonly output: string | null;
  /** `done-before`: by an earlier run, or for the same picture under another name. `skipped`: left out of a folder. */
  readonly outcome: 'done' | 'done-before' | 'failed' | 'skipped';
  readonly credits: number;
  /** Why it failed or was skipped. */
  readonly message?: string;
}
