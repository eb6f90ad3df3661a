import { z } from 'zod';
import { defineEvent } from '../define-event.ts';
import { imageBlobSchema, pipelineStepSchema, refinementSchema, rendererSchema } from './picture.ts';
import { JOB_ERROR_CODES } from '../errors.ts';
import { boxSchema, sceneSettingsPatchSchema, STROKE_MODES } from './scene.ts';

const transactionId = z.uuid();

/**
 * Each operation has a parent, the first ones the original's operation: a tree. The picture is the path from the root
 * to the head. See `edit-history.ts`.
 */
const operation = { transactionId, opId: z.uuid(), parentId: z.uuid() };

/** White in `mask` (8-bit grey, stretched over `box`) is erased, or restored from the original. */
const maskEdited = defineEvent(
  'MaskEdited',
  z.object({ ...operation, mode: z.enum(STROKE_MODES), box: boxSchema, mask: imageBlobSchema }),
);

/**
 * Requests a refined edge under a stroke; changes no pixel. White in `mask` (8-bit grey, stretched over `box`) is
 * searched.
 */
const edgeRefinementRequested = defineEvent(
  'EdgeRefinementRequested',
  z.object({ transactionId, opId: z.uuid(), box: boxSchema, mask: imageBlobSchema }),
);

/**
 * The refined edge. `patch` is a PNG without alpha, as wide as `box` and twice as high, or smaller: the upper half
 * holds colours, the lower half alpha (red) and weight (green).
 */
const edgeRefined = defineEvent(
  'EdgeRefined',
  z.object({ ...operation, box: boxSchema, patch: imageBlobSchema, refinement: refinementSchema }),
);

const edgeRefinementFailed = defineEvent(
  'EdgeRefinementFailed',
  z.object({ transactionId, opId: z.uuid(), errorCode: z.enum(JOB_ERROR_CODES) }),
);

/** Replaces the named blocks. */
const settingsEdited = defineEvent('SettingsEdited', z.object({ ...operation, settings: sceneSettingsPatchSchema }));

/** Undoes all strokes and settings in one operation, which can be undone. */
const editsReset = defineEvent('EditsReset', z.object(operation));

/** Undo or redo: the picture is as after `opId`. */
const operationRestored = defineEvent('OperationRestored', z.object({ transactionId, opId: z.uuid() }));

const customBackgroundAdded = defineEvent(
  'CustomBackgroundAdded',
  z.object({ transactionId, backgroundId: z.uuid(), image: imageBlobSchema }),
);

/** Requests that made no operation. */
const askedEditSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settings'), settings: sceneSettingsPatchSchema }),
  z.object({ kind: z.literal('reset') }),
  z.object({ kind: z.literal('restore'), opId: z.uuid() }),
  z.object({ kind: z.literal('background'), backgroundId: z.uuid() }),
]);
export type AskedEdit = z.infer<typeof askedEditSchema>;

/**
 * A request under an Idempotency-Key that changed nothing. Without it, a retry could undo a later edit, and another
 * request could reuse the key.
 */
const editRequested = defineEvent(
  'EditRequested',
  z.object({
    transactionId,
    /** Derives from requester and key, like an `opId`. */
    requestId: z.uuid(),
    asked: askedEditSchema,
  }),
);

/** Version 1 named no renderer. */
const withoutRenderer = (data: unknown): unknown => ({ ...(data as object), renderer: null });

/** Version 1 had one way to find regions. */
const byFirstSegmentation = (data: unknown): unknown => ({
  ...(data as object),
  segmentation: { method: 'graph', version: 1 },
});

/** Preview (longest side 500) after `opId`. */
const editRendered = defineEvent(
  'EditRendered',
  z.object({ transactionId, opId: z.uuid(), edited: pipelineStepSchema, renderer: rendererSchema.nullable() }),
  [withoutRenderer],
);

/** Regions that the magic brush keeps to. */
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
