import { createHash } from 'node:crypto';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import { filesMade, type ReplayedFile, type ReplayedStep, worst } from '@clearcut/schemas/support/replay/replay';
import type { NamedVersions, ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import type { RecordedStep } from '@clearcut/schemas/support/replay/jobs';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import { type ImageResult, imageResultSchema } from '@clearcut/schemas/transaction/jobs';
import { isRendererVersion } from '../cut-out/foreground.ts';
import { ENVIRONMENT } from '../environment.ts';
import type { PipelineDeps } from '../pipeline/dependencies.ts';
import { createJobHandler } from '../pipeline/handle-job.ts';
import { CURRENT_VERSIONS, type PipelineVersions } from '../pipeline/versions.ts';
import { isRefinementVersion } from '../refinement/versions.ts';
import { comparePictures, NOT_COMPARED } from './compare-pictures.ts';

export interface ReplayStepDeps extends Pick<PipelineDeps, 'model' | 'second' | 'compute'> {
  /** See `overlayBlobStore`. */
  readonly blobStore: BlobStore;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface RepeatedStep {
  readonly step: ReplayedStep;
  /** By name in the event, identical ones included. */
  readonly made: Readonly<Record<string, ImageBlob>>;
  readonly read: (image: ImageBlob) => Promise<Buffer>;
}

/** This release cannot run it. */
export class VersionMissingError extends Error {
  readonly missing: string;

  constructor(missing: string) {
    super(`This release cannot run ${missing}.`);
    this.name = 'VersionMissingError';
    this.missing = missing;
  }
}

/**
 * Current where neither replay nor log names one.
 * @throws VersionMissingError
 */
export function versionsOf(recorded: RecordedStep, wanted: ReplayVersions): PipelineVersions {
  if (wanted === 'now') return CURRENT_VERSIONS;
  const named = namesIn(wanted);
  const refinement = named.refinement ?? recorded.refinement ?? CURRENT_VERSIONS.refinement;
  const renderer = named.renderer ?? recorded.renderer ?? CURRENT_VERSIONS.renderer;
  if (!isRefinementVersion(refinement)) throw new VersionMissingError(`refinement ${refinement}`);
  if (!isRendererVersion(renderer)) throw new VersionMissingError(`renderer ${renderer}`);
  return { refinement, renderer };
}

export const namesIn = (wanted: Exclude<ReplayVersions, 'now'>): NamedVersions => (wanted === 'then' ? {} : wanted);

/**
 * Repeats one job and compares.
 * @throws BlobNotFoundError
 */
export async function replayStep(
  recorded: RecordedStep,
  versions: PipelineVersions,
  { blobStore, model, second, compute, log, signal }: ReplayStepDeps,
): Promise<RepeatedStep> {
  const { job, files } = recorded;
  // The job would treat a missing file as its own failure.
  const then = new Map<string, Buffer>();
  for (const [file, { blob }] of Object.entries(files)) then.set(file, await blobStore.read(blob));
  const started = performance.now();
  const handle = createJobHandler({ blobStore, model, second, compute, versions, log });
  const outcome = await handle({ body: job, attempt: 1, signal });
  const result = imageResultSchema.parse(outcome.publish?.[0]?.messages[0]?.body);
  const ms = Math.round(performance.now() - started);
  if (result.kind === 'failed') await blobStore.read(job.original.blob);
  const made = filesMade(result);
  const compared: ReplayedFile[] = [];
  for (const file of new Set([...then.keys(), ...Object.keys(made)])) {
    const after = made[file];
    compared.push(await compare(file, then.get(file), after && (await blobStore.read(after.blob))));
  }
  const ending = { recorded: recorded.ending, replayed: endingOf(result) };
  const verdict = ending.recorded === ending.replayed ? worst(compared.map((one) => one.verdict)) : 'different';
  const step = { eventId: job.jobId, job: job.kind, verdict, files: compared, ending, ms, environment: ENVIRONMENT };
  return { step, made, read: ({ blob }) => blobStore.read(blob) };
}

async function compare(file: string, then?: Buffer, now?: Buffer): Promise<ReplayedFile> {
  const [before, after] = [then && digestOf(then), now && digestOf(now)];
  const digests = { file, recorded: before ?? null, replayed: after ?? null };
  if (then === undefined || now === undefined) return { ...digests, ...NOT_COMPARED };
  return { ...digests, ...(await comparePictures(then, now)) };
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function endingOf(result: ImageResult): string | null {
  if (result.kind === 'failed') return result.errorCode;
  return result.kind === 'subject-not-found' ? result.kind : null;
}
