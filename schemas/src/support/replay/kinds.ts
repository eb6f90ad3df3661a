/** Best to worst: same bytes; same pixels in other bytes; different pixels. */
export const VERDICTS = ['identical', 'same-pixels', 'different'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `stepwise` feeds each job the recorded files, so the first difference is the guilty step. `chained` feeds it the
 * replay's own, so the end is what a customer would get.
 */
export const REPLAY_MODES = ['stepwise', 'chained'] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];

/** Recorded, or those of this installation. */
export const REPLAY_VERSIONS = ['then', 'now'] as const;

/** Others as recorded. */
export interface NamedVersions {
  /** SHA-256. */
  readonly model?: string | undefined;
  readonly refinement?: number | undefined;
  readonly renderer?: number | undefined;
}
export type ReplayVersions = (typeof REPLAY_VERSIONS)[number] | NamedVersions;

/** Versions this release can run. A change is a new version beside the others. */
export const REFINEMENT_VERSIONS = [2, 3, 4] as const;
export const RENDERER_VERSIONS = [1, 2, 3] as const;

export const REPLAY_STATES = ['running', 'finished', 'failed'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

export const REPLAY_ERRORS = [
  'model_missing',
  'version_missing',
  'files_gone',
  'nothing_to_replay',
  'step_failed',
] as const;
