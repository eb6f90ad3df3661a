import { z } from 'zod';
import { environmentSchema } from '../../event-metadata.ts';
import { imageBlobSchema, type ImageBlob, sha256Schema } from '../../transaction/picture.ts';
import { JOB_KINDS } from '../../transaction/jobs.ts';
import { REPLAY_MODES, REPLAY_VERSIONS, type ReplayVersions, VERDICTS, type Verdict } from './kinds.ts';

/** What a replay made of one file of a step. `recorded` or `replayed` is null where there was none; the numbers are those of two pictures of one size that differ. */
const replayedFileSchema = z.object({
  /** Its name in the event that recorded it, for example `matte`. */
  file: z.string(),
  verdict: z.enum(VERDICTS),
  /** SHA-256 of the file that the event names, and of the one that the replay made. */
  recorded: sha256Schema.nullable(),
  replayed: sha256Schema.nullable(),
  /** Largest difference of a channel, of 255. */
  maxDiff: z.int().min(0).max(255).nullable(),
  /** Share of pixels with a channel that differs by more than 2 of 255: what an eye may see. */
  changedShare: z.number().min(0).max(1).nullable(),
  /** Mean difference of the alpha, of 255, where one of the two is neither clear nor solid; 0 without such pixels. */
  edgeMean: z.number().min(0).max(255).nullable(),
});
export type ReplayedFile = z.infer<typeof replayedFileSchema>;

/** A step that was done again, beside what the log says of it. */
export const replayedStepSchema = z.object({
  /** The event that asked for the job. */
  eventId: z.string(),
  job: z.enum(JOB_KINDS),
  verdict: z.enum(VERDICTS),
  files: z.array(replayedFileSchema),
  /** How it ended where it made no file: `subject-not-found`, or the error code. */
  ending: z.object({ recorded: z.string().nullable(), replayed: z.string().nullable() }),
  ms: z.int().nonnegative(),
  environment: environmentSchema,
});
export type ReplayedStep = z.infer<typeof replayedStepSchema>;

/** What `operator replay ID --json` prints, and the console hands out as a file. */
const replayReportSchema = z.object({ verdict: z.enum(VERDICTS), steps: z.array(replayedStepSchema) });
export type ReplayReport = z.infer<typeof replayReportSchema>;

const versionSchema = z.int().positive();

/** What a replay is done with; an event may name versions that this release cannot run any more. */
export const replayVersionsSchema = namedOr(versionSchema, versionSchema);

/** The same where it names versions. At least one: with none it would be `then` by another name. */
export function namedOr(refinement: z.ZodType<number>, renderer: z.ZodType<number>): z.ZodType<ReplayVersions> {
  const named = z.strictObject({ model: sha256Schema, refinement, renderer }).partial();
  return z.union([
    z.enum(REPLAY_VERSIONS),
    named.refine((names) => Object.keys(names).length > 0, 'Name a model, a refinement or a renderer'),
  ]);
}

/** What is replayed, and how. */
export const replayRequestSchema = z.object({
  /** The last event of the picture that belongs to it. */
  throughVersion: z.int().positive(),
  mode: z.enum(REPLAY_MODES),
  versions: replayVersionsSchema,
});
export type ReplayRequest = z.infer<typeof replayRequestSchema>;

/** Files of a replay that are kept for an hour to be looked at, by their names in the step: those that are not identical. */
export const madeFilesSchema = z.record(z.string(), imageBlobSchema);

/** Where they are: the picture's id comes first, so that they go with the picture. */
export const replayPrefix = (transactionId: string, replayId = ''): string =>
  `replay/${transactionId}/${replayId === '' ? '' : `${replayId}/`}`;

/** The worst of several verdicts; nothing at all is identical. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS.findLast((verdict) => verdicts.includes(verdict)) ?? 'identical';
}

/** The pictures that a result or an event names, by their field. */
export function filesMade(facts: object): Record<string, ImageBlob> {
  return Object.fromEntries(
    Object.entries(facts).filter(
      (entry): entry is [string, ImageBlob] =>
        MADE.has(entry[0]) && typeof entry[1] === 'object' && entry[1] !== null && 'sha256' in entry[1],
    ),
  );
}

/** What jobs make. Other pictures in an event or a result were given to the job. */
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
