import { z } from 'zod';
import { defineEvent } from '../events/define.ts';
import { imageBlobSchema, pipelineStepSchema } from './picture.ts';
import { boxSchema, MASK_MODES, sceneSettingsPatchSchema } from './scene.ts';

const transactionId = z.uuid();

/**
 * An operation stands on another, its parent; the first ones stand on the original's operation. So the operations of a picture are a
 * tree, and what it looks like is the way from the root to one of them, its head. See `edit-history.ts`.
 */
const operation = { transactionId, opId: z.uuid(), parentId: z.uuid() };

/** A stroke. White in `mask` (8-bit grey, stretched over `box`) is erased, or restored from the original. */
export const maskEdited = defineEvent(
  'MaskEdited',
  z.object({ ...operation, mode: z.enum(MASK_MODES), box: boxSchema, mask: imageBlobSchema }),
);

/** The named blocks of the settings are these from here on. */
export const settingsEdited = defineEvent(
  'SettingsEdited',
  z.object({ ...operation, settings: sceneSettingsPatchSchema }),
);

/** Every stroke and setting was taken back, in one operation that can itself be undone. */
export const editsReset = defineEvent('EditsReset', z.object(operation));

/** Undo or redo: the picture is again as it was after `opId`. */
export const operationRestored = defineEvent('OperationRestored', z.object({ transactionId, opId: z.uuid() }));

/** A picture to put behind the cut-outs of this transaction. */
export const customBackgroundAdded = defineEvent(
  'CustomBackgroundAdded',
  z.object({ transactionId, backgroundId: z.uuid(), image: imageBlobSchema }),
);

/** The preview (longest side 500) of the picture as `opId` left it. */
export const editRendered = defineEvent(
  'EditRendered',
  z.object({ transactionId, opId: z.uuid(), edited: pipelineStepSchema }),
);

/** Which pixels of the preview belong together: what the magic brush keeps to. */
export const regionsMapped = defineEvent('RegionsMapped', z.object({ transactionId, regions: imageBlobSchema }));

export const editEvents = [
  maskEdited,
  settingsEdited,
  editsReset,
  operationRestored,
  customBackgroundAdded,
  editRendered,
  regionsMapped,
] as const;
