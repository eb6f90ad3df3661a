import { z } from 'zod';
import { defineEvent } from '../define-event.ts';
import { imageBlobSchema, pipelineStepSchema, refinementSchema, rendererSchema } from './picture.ts';
import { JOB_ERROR_CODES } from '../errors.ts';
import { boxSchema, sceneSettingsPatchSchema, STROKE_MODES } from './scene.ts';

const transactionId = z.uuid();

/**
 * An operation stands on another, its parent; the first ones stand on the original's operation. So the operations of a picture are a
 * tree, and what it looks like is the way from the root to one of them, its head. See `edit-history.ts`.
 */
const operation = { transactionId, opId: z.uuid(), parentId: z.uuid() };

/** A stroke. White in `mask` (8-bit grey, stretched over `box`) is erased, or restored from the original. */
const maskEdited = defineEvent(
  'MaskEdited',
  z.object({ ...operation, mode: z.enum(STROKE_MODES), box: boxSchema, mask: imageBlobSchema }),
);

/**
 * A stroke under which the edge is to be found anew. The picture does not change by it. White in `mask` (8-bit grey, stretched over
 * `box`) is looked at.
 */
const edgeRefinementRequested = defineEvent(
  'EdgeRefinementRequested',
  z.object({ transactionId, opId: z.uuid(), box: boxSchema, mask: imageBlobSchema }),
);

/**
 * The edge that the worker found. `patch` is a PNG without alpha, as wide as `box` and twice as high, or the same smaller: above, the subject's
 * colours; below, its alpha in red and how far it takes the place of what was there in green. Preview and HD file are both drawn with it.
 */
const edgeRefined = defineEvent(
  'EdgeRefined',
  z.object({ ...operation, box: boxSchema, patch: imageBlobSchema, refinement: refinementSchema }),
);

const edgeRefinementFailed = defineEvent(
  'EdgeRefinementFailed',
  z.object({ transactionId, opId: z.uuid(), errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** The named blocks of the settings are these from here on. */
const settingsEdited = defineEvent('SettingsEdited', z.object({ ...operation, settings: sceneSettingsPatchSchema }));

/** Every stroke and setting was taken back, in one operation that can itself be undone. */
const editsReset = defineEvent('EditsReset', z.object(operation));

/** Undo or redo: the picture is again as it was after `opId`. */
const operationRestored = defineEvent('OperationRestored', z.object({ transactionId, opId: z.uuid() }));

/** A picture to put behind the cut-outs of this transaction. */
const customBackgroundAdded = defineEvent(
  'CustomBackgroundAdded',
  z.object({ transactionId, backgroundId: z.uuid(), image: imageBlobSchema }),
);

/** What a request asked for that no operation tells of: it has none, or changed nothing. */
const askedEditSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settings'), settings: sceneSettingsPatchSchema }),
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('restore'), opId: z.uuid() }),
  z.object({ kind: z.literal('background'), backgroundId: z.uuid() }),
]);
export type AskedEdit = z.infer<typeof askedEditSchema>;

/**
 * A request that came under an Idempotency-Key, and what it asked for. The picture does not change by it. Without it, a repeat of what
 * changed nothing would take back another person's later edits, and another request under the key would be carried out.
 */
const editRequested = defineEvent(
  'EditRequested',
  z.object({
    transactionId,
    /** Derives from who asked and from their key, as the `opId` of an operation does. */
    requestId: z.uuid(),
    asked: askedEditSchema,
  }),
);

/** Version 1 did not tell which renderer drew it. */
const withoutRenderer = (data: unknown): unknown => ({ ...(data as object), renderer: null });

/** Version 1 did not tell how the regions were found: there was one way. */
const byFirstSegmentation = (data: unknown): unknown => ({
  ...(data as object),
  segmentation: { method: 'graph', version: 1 },
});

/** The preview (longest side 500) of the picture as `opId` left it. */
const editRendered = defineEvent(
  'EditRendered',
  z.object({ transactionId, opId: z.uuid(), edited: pipelineStepSchema, renderer: rendererSchema.nullable() }),
  [withoutRenderer],
);

/** Which pixels of the preview belong together: what the magic brush keeps to. */
const regionsMapped = defineEvent(
  'RegionsMapped',
  z.object({ transactionId, regions: imageBlobSchema, segmentation: refinementSchema }),
  [byFirstSegmentation],
);

export const editEvents = [
  maskEdited,
  edgeRefinementRequested,
  edgeRefined,
  edgeRefinementFailed,
  settingsEdited,
  editsReset,
  operationRestored,
  customBackgroundAdded,
  editRequested,
  editRendered,
  regionsMapped,
] as const;
