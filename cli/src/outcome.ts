/** What became of one picture. */
export interface Outcome {
  readonly input: string;
  /** Null where there is no result. */
  readonly output: string | null;
  /** `done-before`: by an earlier run, or for the same picture under another name. */
  readonly outcome: 'done' | 'done-before' | 'failed';
  readonly credits: number;
  /** Why it failed. */
  readonly message?: string;
}
