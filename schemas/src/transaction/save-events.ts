import { z } from 'zod';
import { defineEvent } from '../define-event.ts';
import { JOB_ERROR_CODES } from '../errors.ts';
import { exportOptionsSchema } from './export-options.ts';
import { imageBlobSchema, pipelineStepSchema, rendererSchema, sha256Schema } from './picture.ts';
import { boxSchema } from './scene.ts';

const transactionId = z.uuid();

/**
 * A request to save of which more has to be known than what it leads to. Under an Idempotency-Key every repeat of it means this attempt
 * at this state, whatever is edited later. Recorded before anything is charged.
 */
const hdSaveRequested = defineEvent(
  'HdSaveRequested',
  z.object({
    transactionId,
    /** Derives from who asked and from their key, where there is one. */
    requestId: z.uuid(),
    /** SHA-256 of the settings that were sent: under the same key with others it is refused. */
    settings: sha256Schema,
    saveId: z.uuid(),
    pictureState: sha256Schema,
    /** As one of many: see `HdSaveStarted`. */
    isBulk: z.boolean(),
  }),
);

/** Version 1 is from before saves told whether they are one of many. */
const asOne = (data: unknown): unknown => ({ ...(data as object), isBulk: false });

/**
 * One attempt to save one state of the picture in HD. It was charged before: its spend carries the same `saveId`. One of no credits has no
 * spend: it was made for a program on the server's own machine (REMBG_FACADE), and team and user are the id of that program's session.
 */
const hdSaveStarted = defineEvent(
  'HdSaveStarted',
  z.object({
    transactionId,
    saveId: z.uuid(),
    /** The operation that the saved state is the result of. */
    opId: z.uuid(),
    /** SHA-256 over all that decides the pixels. */
    pictureState: sha256Schema,
    teamId: z.uuid(),
    userId: z.uuid(),
    credits: z.int().nonnegative(),
    /** It is one of many that were asked for at once: people who wait for a single file go first. */
    isBulk: z.boolean(),
  }),
  [asOne],
);

const hdSaveCompleted = defineEvent(
  'HdSaveCompleted',
  z.object({ transactionId, saveId: z.uuid(), file: pipelineStepSchema, renderer: rendererSchema }),
);

/** There will be no file, and the credit goes back. */
const hdSaveFailed = defineEvent(
  'HdSaveFailed',
  z.object({
    transactionId,
    saveId:
      z.uuid() /** `picture_changed`: between charge and start it was cut out otherwise, and that state cannot be made any more. */,
    reason: z.enum([...JOB_ERROR_CODES, 'picture_removed', 'picture_changed']),
  }),
);

/** Version 1 is from before programs could ask for a layout. */
function withoutLayout(data: unknown): unknown {
  const { options, ...rest } = data as { options: object };
  return { ...rest, options: { ...options, layout: null } };
}

/** Version 1 did not tell where the subject stood. */
const withoutForeground = (data: unknown): unknown => ({ ...(data as object), foreground: null });

/** Version 2 did not tell what made it: there was one program for it, and one version. */
const byFirstExporter = (data: unknown): unknown => ({
  ...(data as object),
  renderer: { name: 'clearcut-export', version: 1 },
});

/** The owner wants `source` in another form; `exportId` derives from both, so that it is made once. */
const exportRequested = defineEvent(
  'ExportRequested',
  z.object({ transactionId, exportId: z.uuid(), source: imageBlobSchema, options: exportOptionsSchema }),
  [withoutLayout],
);

const exportMade = defineEvent(
  'ExportMade',
  z.object({
    transactionId,
    exportId: z.uuid(),
    file: imageBlobSchema,
    /** The box of the subject in the source, where a layout was asked for and there is something to see. */
    foreground: boxSchema.nullable(),
    renderer: rendererSchema,
  }),
  [withoutForeground, byFirstExporter],
);

const exportFailed = defineEvent(
  'ExportFailed',
  z.object({ transactionId, exportId: z.uuid(), errorCode: z.enum(JOB_ERROR_CODES) }),
);

export const saveEvents = [
  hdSaveRequested,
  hdSaveStarted,
  hdSaveCompleted,
  hdSaveFailed,
  exportRequested,
  exportMade,
  exportFailed,
] as const;
