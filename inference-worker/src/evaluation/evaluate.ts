import { readFile } from 'node:fs/promises';
import { AUTO } from '@clearcut/schemas/transaction/subject';
import type { ComputeThread } from '../compute/compute.ts';
import { fromBytes } from '../planes/alpha.ts';
import { resample } from '../planes/resample.ts';
import type { Model } from '../models/model.ts';
import { previewCutOut } from '../pipeline/preview-cut-out.ts';
import { decodeGrey, UnreadableImageError } from '../pixels/decode.ts';
import type { Size } from '../pixels/raster.ts';
import type { Pair, Skipped } from './pairs.ts';
import { type Scores, scoresOf } from './scores.ts';
import { readTruth, type Truth } from './truth.ts';

interface Measured {
  readonly raw: Scores;
  readonly refined: Scores;
  readonly isSubjectFound: boolean;
  /** `previewMs`: bytes to first cut-out; `refineMs`: from there to the refined one. */
  readonly previewMs: number;
  readonly refineMs: number;
  /** PNG with alpha; undefined without a subject. */
  readonly cutOut: Uint8Array | undefined;
}

export interface Compared {
  readonly pair: Pair;
  readonly bytes: Uint8Array;
  readonly truth: Truth;
  readonly measured: readonly Measured[];
}

/** The message continues a sentence that starts with the file's name. */
class UnfitPairError extends Error {}

/**
 * Runs each picture through every model in turn, so that a busy machine slows all alike.
 * @param onSkipped called with unreadable or incomparable pairs
 */
export async function* evaluate(
  pairs: readonly Pair[],
  models: readonly Model[],
  compute: ComputeThread,
  onSkipped: (skipped: Skipped) => void,
): AsyncGenerator<Compared> {
  for (const pair of pairs) {
    try {
      yield await compare(pair, models, compute);
    } catch (error) {
      if (!(error instanceof UnfitPairError)) throw error;
      onSkipped({ name: pair.name, reason: error.message });
    }
  }
}

async function compare(pair: Pair, models: readonly Model[], compute: ComputeThread): Promise<Compared> {
  const bytes = await readFile(pair.picture).catch(() => unfit('cannot be read'));
  const maskBytes = await readFile(pair.mask).catch(() => unfit('has a mask that cannot be read'));
  const truth = await readTruth(maskBytes).catch((error: unknown) =>
    unfitIfUnreadable(error, 'has a mask that is no picture'),
  );
  const measured: Measured[] = [];
  for (const model of models) {
    measured.push(
      await measure(bytes, truth, model, compute).catch((error: unknown) =>
        unfitIfUnreadable(error, 'is no picture that can be decoded'),
      ),
    );
  }
  return { pair, bytes, truth, measured };
}

async function measure(bytes: Uint8Array, truth: Truth, model: Model, compute: ComputeThread): Promise<Measured> {
  const started = performance.now();
  const made = await previewCutOut(bytes, AUTO, model, compute);
  const previewMs = performance.now() - started;
  needSameSize(made.size, truth);
  if (!made.subjectFound) {
    const scores = scoresOf(new Float32Array(truth.alpha.length), truth.alpha, truth);
    return { raw: scores, refined: scores, isSubjectFound: false, previewMs, refineMs: 0, cutOut: undefined };
  }
  const { matte, improved } = await compute.refine(bytes, made.coarseMatte.data);
  const refineMs = performance.now() - started - previewMs;
  const coarse = await decodeGrey(made.coarseMatte.data);
  const raw = resample(fromBytes(coarse.data), coarse, truth);
  const refined = fromBytes((await decodeGrey(matte.data)).data);
  return {
    raw: scoresOf(raw, truth.alpha, truth),
    refined: scoresOf(refined, truth.alpha, truth),
    isSubjectFound: !made.isGuess,
    previewMs,
    refineMs,
    cutOut: improved.data,
  };
}

function needSameSize(picture: Size, mask: Size): void {
  if (picture.width === mask.width && picture.height === mask.height) return;
  unfit(`is ${picture.width} x ${picture.height} pixels, and its mask ${mask.width} x ${mask.height}`);
}

function unfitIfUnreadable(error: unknown, reason: string): never {
  if (error instanceof UnreadableImageError) unfit(reason);
  throw error;
}

function unfit(reason: string): never {
  throw new UnfitPairError(reason);
}
