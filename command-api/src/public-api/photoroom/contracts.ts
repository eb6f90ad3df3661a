import { removeBgContracts } from '../removebg/contracts.ts';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { z } from 'zod';
import { removeBgFields } from '../removebg/form.ts';
import { photoroomErrors } from './errors.ts';

const { image_file_b64, bg_color, crop, channels } = removeBgFields;
const fields = {
  image_file_b64,
  size: z.enum(['preview', 'medium', 'hd', 'full']).optional(),
  format: z.enum(['png', 'jpg', 'webp']).optional(),
  channels,
  bg_color,
  crop,
} as const;
const photoroomSchema = z.object(fields).meta({ id: 'Photoroom' });
const photoroomFormSchema = z.object({ image_file: z.file().optional(), ...fields }).meta({ id: 'PhotoroomForm' });
const photoroomErrorSchema = z
  .object({ detail: z.string(), status_code: z.int(), type: z.string() })
  .meta({ id: 'PhotoroomError' });

export const photoroomContracts = {
  segment: {
    ...removeBgContracts.removebg,
    operationId: 'segmentAsPhotoroom',
    tag: 'Photoroom',
    path: '/v1/segment/',
    body: {
      ...removeBgContracts.removebg.body,
      forms: { 'multipart/form-data': photoroomFormSchema, 'application/json': photoroomSchema },
    },
    summary:
      "Removes the background like Photoroom's API: `image_file` or `image_file_b64`, at full size for one credit. The same picture again within 15 minutes is free.",
    errorForm: photoroomErrors,
    errorSchema: photoroomErrorSchema,
    answers: {
      200: {
        description: 'The picture, or where `Accept` names JSON alone, `{result_b64}`.',
        mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'application/json'],
      },
    },
  },
} as const satisfies Record<string, Contract>;
