import { z } from 'zod';
import { FILE_QUALITIES, pictureSaveSchema } from './pictures.ts';

/** POST and GET of /v1/batches/ */
export const batchSchema = z
  .object({
    id: z.uuid(),
    total: z.int(),
    processing: z.int(),
    ready: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'Batch' });

/** GET /v1/batches/{id}/archive/ */
export const archiveQuerySchema = z.object({ quality: z.enum(FILE_QUALITIES).default('hd') });

/** Answer of POST /v1/batches/{id}/saves/ */
export const batchSavesSchema = z
  .object({
    /** Newest picture first. */
    saves: z.array(
      pictureSaveSchema.pick({ id: true, pictureId: true, creditsCharged: true, file: true }).extend({
        status: z.enum([...pictureSaveSchema.shape.status.options, 'failed']),
        error: z
          .object({ errorCode: z.string(), message: z.string() })
          .nullable()
          .describe('Why nothing was saved; null otherwise.'),
      }),
    ),
    creditsCharged: z.int(),
    creditsLeft: z.int(),
  })
  .meta({ id: 'BatchSaves' });
export type BatchSave = z.infer<typeof batchSavesSchema>['saves'][number];
