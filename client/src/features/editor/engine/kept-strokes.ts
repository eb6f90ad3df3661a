import type { LaidPatch } from '@clearcut/scene/edge/patches';
import type { OwnPixels } from '@clearcut/scene/raster';
import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { loadImage } from '../../../lib/retry/image-retry.ts';
import { getMask, getStep } from '../sync/api.ts';
import { EditLog, type MaskRef } from '../sync/edit-log.ts';
import { appliedOf, CutOutLayer } from './cut-out-layer.ts';
import { decoded } from './decode.ts';
import { maskOf } from './mask-worker.ts';
import type { Coverage, Ground } from './masks.worker.ts';

/** Coverage of preview pixels by a stroke stored on the server. @throws Failure */
export async function keptCoverage(
  transactionId: string,
  { id, box, mode }: MaskRef,
  ground: Ground,
): Promise<Coverage | LaidPatch> {
  const file = await getMask(transactionId, id);
  return (await maskOf({ kind: mode === 'refine' ? 'patch' : 'file', ground, box, file })).coverage;
}

/**
 * The cut-out with its stored strokes at preview size, before placing: what the editor measures too.
 * @throws Failure; Error for a picture without a cut-out
 */
export async function strokedCutOut(view: TransactionView): Promise<OwnPixels> {
  const { resized, improved, transformed } = view.pipeline;
  const step = improved ?? transformed;
  if (resized === undefined || step === undefined) throw new Error('The picture has no cut-out');
  const kind = improved === undefined ? 'transformed' : 'improved';
  const cutOut = await loadImage(async () => decoded(await getStep(view.id, kind, step.id)));
  const { masks } = new EditLog(view).current;
  if (masks.length === 0) return cutOut;
  const original = await loadImage(async () => decoded(await getStep(view.id, 'resized', resized.id)));
  const frame = { width: view.width, height: view.height };
  const ground = { frame, layer: { width: cutOut.width, height: cutOut.height } };
  const strokes = await Promise.all(
    masks.map(async (mask) => appliedOf(mask.mode, await loadImage(() => keptCoverage(view.id, mask, ground)))),
  );
  const layer = new CutOutLayer(frame, { original, cutOut });
  layer.setStrokes(strokes);
  return layer.pixels;
}
