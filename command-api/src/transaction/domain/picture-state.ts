import { createHash } from 'node:crypto';
import { type EditHistory, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import type { ImageBlob, PipelineStep } from '@clearcut/schemas/transaction/events';
import { sceneSettingsSchema } from '@clearcut/schemas/transaction/scene';

export interface Ingredients {
  readonly original: PipelineStep;
  readonly matte: ImageBlob;
  readonly edits: EditHistory;
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
}

/** Hashed since the first state: a new renderer must not charge again. */
const FIRST_RENDERER = { name: 'clearcut-scene', version: 1 } as const;

/** SHA-256 in hex over all that determines pixels. Stored: fields and order never change without `version`. */
export function pictureStateOf(
  { original, matte, edits, backgrounds }: Ingredients,
  opId: string = edits.headId,
): string {
  const { masks, settings } = sceneAt(edits, opId);
  const background = settings.background.id === null ? undefined : backgrounds[settings.background.id];
  const ingredients = {
    version: 1,
    renderer: FIRST_RENDERER,
    original: original.sha256,
    matte: matte.sha256,
    masks: masks.map(({ mode, box, mask }) => [mode, box.x, box.y, box.width, box.height, mask.sha256]),
    // A database may not keep key order.
    settings: sceneSettingsSchema.parse(settings),
    background: background?.sha256 ?? null,
  };
  return createHash('sha256').update(JSON.stringify(ingredients)).digest('hex');
}

export function operationIn(ingredients: Ingredients, pictureState: string): string | undefined {
  const { headId, rootId, operations } = ingredients.edits;
  const candidates = [headId, ...operations.map(({ opId }) => opId).toReversed(), rootId];
  return candidates.find((opId) => pictureStateOf(ingredients, opId) === pictureState);
}
