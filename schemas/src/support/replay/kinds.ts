/** Apart from the contracts, because a browser reads them without zod. */

/** From best to worst: the bytes are the same; an encoder wrote the same pixels in other bytes; pixels differ. */
export const VERDICTS = ['identical', 'same-pixels', 'different'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * `stepwise`: each job gets the files that its event recorded, so the first difference is the guilty step. `chained`: it gets what the
 * replay made of them, so the end is what a customer would get.
 */
export const REPLAY_MODES = ['stepwise', 'chained'] as const;
export type ReplayMode = (typeof REPLAY_MODES)[number];

/** Model, refinement and renderer that the log names, or those of this installation now. */
export const REPLAY_VERSIONS = ['then', 'now'] as const;

/** Those that are given; the rest as then. */
export interface NamedVersions {
  /** SHA-256 of its file. */
  readonly model?: string | undefined;
  readonly refinement?: number | undefined;
  readonly renderer?: number | undefined;
}
export type ReplayVersions = (typeof REPLAY_VERSIONS)[number] | NamedVersions;

/** Refinements and renderers that this release can run. A change of one is a new version beside the others. */
export const REFINEMENT_VERSIONS = [2, 3, 4] as const;
export const RENDERER_VERSIONS = [1, 2] as const;

export const REPLAY_STATES = ['running', 'finished', 'failed'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** Why a replay ended without a verdict. */
export const REPLAY_ERRORS = [
  'model_missing',
  'version_missing',
  'files_gone',
  'nothing_to_replay',
  'step_failed',
] as const;
export type ReplayError = (typeof REPLAY_ERRORS)[number];
