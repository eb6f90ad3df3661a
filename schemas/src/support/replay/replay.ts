import { z } from 'zod';
import { environmentSchema } from '../../event-metadata.ts';
import { imageBlobSchema, type ImageBlob, sha256Schema } from '../../transaction/picture.ts';
import { JOB_KINDS } from '../../transaction/jobs.ts';
import { REPLAY_MODES, REPLAY_VERSIONS, type ReplayVersions, VERDICTS, type Verdict } from './kinds.ts';

/** `recorded` or `replayed` is null when missing; the numbers compare two pictures of one size. */
const replayedFileSchema = z.object({
  /** Name in the event, such as `matte`. */
  file: z.string(),
  verdict: z.enum(VERDICTS),
  /** SHA-256. */
  recorded: sha256Schema.nullable(),
  replayed: sha256Schema.nullable(),
  /** Largest difference of any channel, 0 to 255. */
  maxDiff: z.int().min(0).max(255).nullable(),
  /** Share of pixels with a channel off by more than 2 of 255. */
  changedShare: z.number().min(0).max(1).nullable(),
  /** Mean alpha difference, 0 to 255, where either is partly transparent; 0 without such pixels. */
  edgeMean: z.number().min(0).max(255).nullable(),
});
export type ReplayedFile = z.infer<typeof replayedFileSchema>;

export const replayedStepSchema = z.object({
  eventId: z.string(),
  job: z.enum(JOB_KINDS),
  verdict: z.enum(VERDICTS),
  files: z.array(replayedFileSchema),
  /** `subject-not-found` or an error code, when no file was made. */
  ending: z.object({ recorded: z.string().nullable(), replayed: z.string().nullable() }),
  ms: z.int().nonnegative(),
  environment: environmentSchema,
});
export type ReplayedStep = z.infer<typeof replayedStepSchema>;

/** Printed by `operator replay ID --json` and downloaded from the console. */
const replayReportSchema = z.object({ verdict: z.enum(VERDICTS), steps: z.array(replayedStepSchema) });
export type ReplayReport = z.infer<typeof replayReportSchema>;

const versionSchema = z.int().positive();

/** Events may name versions that this release cannot run. */
export const replayVersionsSchema = namedOr(versionSchema, versionSchema);

/** At least one: with none it would equal `then`. */
export function namedOr(refinement: z.ZodType<number>, renderer: z.ZodType<number>): z.ZodType<ReplayVersions> {
  const named = z.strictObject({ model: sha256Schema, refinement, renderer }).partial();
  return z.union([
    z.enum(REPLAY_VERSIONS),
    named.refine((names) => Object.keys(names).length > 0, 'Name a model, a refinement or a renderer'),
  ]);
}

export const replayRequestSchema = z.object({
  /** Last event included. */
  throughVersion: z.int().positive(),
  mode: z.enum(REPLAY_MODES),
  versions: replayVersionsSchema,
});

/** Differing files, kept for an hour. */
export const madeFilesSchema = z.record(z.string(), imageBlobSchema);

/** The picture's id comes first, so that they are deleted with the picture. */
export const replayPrefix = (transactionId: string, replayId = ''): string =>
  `replay/${transactionId}/${replayId === '' ? '' : `${replayId}/`}`;

/** Nothing counts as identical. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS.findLast((verdict) => verdicts.includes(verdict)) ?? 'identical';
}

export function filesMade(facts: object): Record<string, ImageBlob> {
  return Object.fromEntries(
    Object.entries(facts).filter(
      (entry): entry is [string, ImageBlob] =>
        MADE.has(entry[0]) && typeof entry[1] === 'object' && entry[1] !== null && 'sha256' in entry[1],
    ),
  );
}

/** Other pictures were inputs of the job. */
const MADE: ReadonlySet<string> = new Set([
  'resized',
  'transformed',
  'coarseMatte',
  'improved',
  'matte',
  'regions',
  'edited',
  'patch',
  'file',
]);
