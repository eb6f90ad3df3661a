import { z } from 'zod';
import { idSchema } from '../id.ts';
import { BULK_MAX_IMAGES } from '../constants.ts';
import { queryNumber } from '../http/query-number.ts';
import { editBodySchema } from './editing-http.ts';
import { modelIdentitySchema, refinementSchema, rendererSchema, sha256Schema } from './picture.ts';
import { exportOptionsSchema } from './export-options.ts';
import { colourSchema, sceneSettingsSchema } from './scene.ts';

/** Unrecorded settings become an edit first. */
export const saveBodySchema = editBodySchema
  .extend({
    acceptGuess: z
      .boolean()
      .default(false)
      .describe('Confirms that the guessed subject (`isGuess`) is the right one. A guess is never charged without it.'),
  })
  .meta({ id: 'SaveRequest', examples: [{}, { acceptGuess: true }] })
  .default({ acceptGuess: false });

/** `bulk=true`: single files go first. */
export const saveQuerySchema = z.object({
  bulk: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

export const receiptSchema = z.object({
  saveId: z.uuid(),
  transactionId: z.uuid(),
  opId: z.uuid(),
  savedAt: z.iso.datetime(),
  file: z.object({
    sha256: sha256Schema,
    bytes: z.int(),
    mediaType: z.literal('image/png'),
    width: z.int(),
    height: z.int(),
  }),
  original: z.object({ sha256: sha256Schema, width: z.int(), height: z.int() }),
  pictureState: sha256Schema,
  settings: sceneSettingsSchema,
  masks: z.array(z.object({ opId: z.uuid(), sha256: sha256Schema })),
  model: modelIdentitySchema,
  /** Set when another model's matte was refined. */
  secondModel: modelIdentitySchema.nullable().default(null),
  /** Null when refinement failed. */
  refinement: refinementSchema.nullable(),
  renderer: rendererSchema,
  event: z.object({ id: z.uuid(), stream: z.string(), version: z.int(), position: z.string() }),
  /** Null for a free save, which has no ledger entry. */
  ledger: z
    .object({
      entryId: z.uuid(),
      teamId: z.uuid(),
      userId: z.uuid(),
      credits: z.int(),
      balance: z.int(),
      chargedAt: z.iso.datetime(),
    })
    .nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** Also answers a state that is already saved, without a charge. */
export const saveAnswerSchema = z.object({
  id: z.uuid(),
  opId: z.uuid(),
  creditsLeft: z.int().min(0),
  receipt: receiptSchema,
});
export type SaveAnswer = z.infer<typeof saveAnswerSchema>;

export const saveParamsSchema = z.object({ id: idSchema, saveId: idSchema });

const QUALITIES = ['low', 'high'] as const;
export type Quality = (typeof QUALITIES)[number];

export const downloadQuerySchema = z.object({
  format: exportOptionsSchema.shape.format.default('png'),
  crop: exportOptionsSchema.shape.crop.default('none'),
  margin: queryNumber(z.number().min(0).max(100).default(0)),
  background: colourSchema.optional(),
});
export const highDownloadQuerySchema = downloadQuerySchema.extend({
  save: idSchema.optional(),
});

export const bulkDownloadParamsSchema = z.object({ quality: z.enum(QUALITIES) });
export const bulkDownloadBodySchema = z.array(idSchema).min(1).max(BULK_MAX_IMAGES);
/** The file BULK_MANIFEST. */
export const bulkManifestSchema = z.object({
  quality: z.enum(QUALITIES),
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({
        id: z.uuid(),
        outcome: z.literal('included'),
        file: z.string(),
        sha256: sha256Schema,
        bytes: z.int(),
        /** False: an HD save older than the last changes. */
        isCurrent: z.boolean(),
      }),
      z.object({ id: z.uuid(), outcome: z.literal('failed'), errorCode: z.string(), message: z.string() }),
    ]),
  ),
});

export type BulkManifest = z.infer<typeof bulkManifestSchema>;

/** The save of the current state, otherwise the newest. */
export const saveViewSchema = z.object({
  saveId: z.uuid(),
  opId: z.uuid(),
  savedAt: z.iso.datetime(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  isCurrent: z.boolean(),
});
export type SaveView = z.infer<typeof saveViewSchema>;
