import { z } from 'zod';
import { defineEvent } from '../define-event.ts';
import { JOB_ERROR_CODES } from '../errors.ts';
import { exportOptionsSchema } from './export-options.ts';
import { imageBlobSchema, pipelineStepSchema, rendererSchema, sha256Schema } from './picture.ts';
import { boxSchema } from './scene.ts';

const transactionId = z.uuid();

/**
 * Fixes attempt and state for every retry under the Idempotency-Key, whatever is edited later. Recorded before
 * charging.
 */
const hdSaveRequested = defineEvent(
  'HdSaveRequested',
  z.object({
    transactionId,
    /** Derives from requester and key. */
    requestId: z.uuid(),
    /** SHA-256; a key reused with other settings is refused. */
    settings: sha256Schema,
    saveId: z.uuid(),
    pictureState: sha256Schema,
    isBulk: z.boolean(),
  }),
);

/** Version 1 did not distinguish bulk saves. */
const asOne = (data: unknown): unknown => ({ ...(data as object), isBulk: false });

/**
 * Charged before: its spend has the same `saveId`. A save of 0 credits has no spend (REMBG_FACADE on the server's own
 * machine).
 */
const hdSaveStarted = defineEvent(
  'HdSaveStarted',
  z.object({
    transactionId,
    saveId: z.uuid(),
    opId: z.uuid(),
    pictureState: sha256Schema,
    teamId: z.uuid(),
    userId: z.uuid(),
    credits: z.int().nonnegative(),
    /** Single files go first. */
    isBulk: z.boolean(),
  }),
  [asOne],
);

const hdSaveCompleted = defineEvent(
  'HdSaveCompleted',
  z.object({ transactionId, saveId: z.uuid(), file: pipelineStepSchema, renderer: rendererSchema }),
);

/** The credit is refunded. */
const hdSaveFailed = defineEvent(
  'HdSaveFailed',
  z.object({
    transactionId,
    saveId: z.uuid() /** `picture_changed`: cut out again between charge and start. */,
    reason: z.enum([...JOB_ERROR_CODES, 'picture_removed', 'picture_changed']),
  }),
);

/** Version 1 had no layouts. */
function withoutLayout(data: unknown): unknown {
  const { options, ...rest } = data as { options: object };
  return { ...rest, options: { ...options, layout: null } };
}

/** Version 2 named no edge. */
function withSoftEdge(data: unknown): unknown {
  const { options, ...rest } = data as { options: { layout: object | null } };
  const layout = options.layout && { ...options.layout, edge: 'soft' };
  return { ...rest, options: { ...options, layout } };
}

/** Version 1 had no foreground. */
const withoutForeground = (data: unknown): unknown => ({ ...(data as object), foreground: null });

/** Version 2 had one exporter. */
const byFirstExporter = (data: unknown): unknown => ({
  ...(data as object),
  renderer: { name: 'clearcut-export', version: 1 },
});

/** `exportId` derives from source and options, so it is made once. */
const exportRequested = defineEvent(
  'ExportRequested',
  z.object({ transactionId, exportId: z.uuid(), source: imageBlobSchema, options: exportOptionsSchema }),
  [withoutLayout, withSoftEdge],
);

const exportMade = defineEvent(
  'ExportMade',
  z.object({
    transactionId,
    exportId: z.uuid(),
    file: imageBlobSchema,
    /** Subject's box in the source; null without a layout or a subject. */
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
