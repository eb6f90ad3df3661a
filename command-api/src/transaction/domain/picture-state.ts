import { createHash } from 'node:crypto';
import { type EditHistory, sceneAt } from '@clearcut/schemas/transaction/edit-history';
import type { ImageBlob, PipelineStep } from '@clearcut/schemas/transaction/events';
import { sceneSettingsSchema } from '@clearcut/schemas/transaction/scene';

/** What a picture's pixels are made of. */
export interface Ingredients {
  readonly original: PipelineStep;
  readonly matte: ImageBlob;
  readonly edits: EditHistory;
  /** The user's own pictures to put behind it, by their ids. */
  readonly backgrounds: Readonly<Record<string, ImageBlob>>;
}

/** Hashed into every state since the first. The version that drew a file stands in its receipt; a new one must not charge again. */
const FIRST_RENDERER = { name: 'clearcut-scene', version: 1 } as const;

/**
 * SHA-256, in hex, over all that decides the pixels of a picture as the operation `opId` left it: two with the same one are the
 * same picture. Stored in events: what goes in, and in which order, never changes without `version`.
 */
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
    // The parser puts keys in their order, which a database may not keep.
    settings: sceneSettingsSchema.parse(settings),
    background: background?.sha256 ?? null,
  };
  return createHash('sha256').update(JSON.stringify(ingredients)).digest('hex');
}

/** An operation that left the picture in that state, the head rather than any other; undefined when none did. */
export function operationIn(ingredients: Ingredients, pictureState: string): string | undefined {
  const { headId, rootId, operations } = ingredients.edits;
  const candidates = [headId, ...operations.map(({ opId }) => opId).toReversed(), rootId];
  return candidates.find((opId) => pictureStateOf(ingredients, opId) === pictureState);
}
