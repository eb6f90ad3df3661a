import { idSchema } from '../../id.ts';
import {
  accessListSchema,
  breakGlassAnswerSchema,
  breakGlassBodySchema,
  grantAnswerSchema,
  grantBodySchema,
  pictureAccessSchema,
} from '../../support/access-http.ts';
import { transactionParamsSchema } from '../../transaction/http.ts';
import { sha256Schema } from '../../transaction/picture.ts';
import { IMAGE_MEDIA_TYPES } from '../../constants.ts';
import { z } from 'zod';
import type { Contract } from '../contract.ts';

const byOwner = { credentials: ['session'], access: { who: 'visitor', sections: ['editor', 'myImages'] } } as const;
const byStaff = {
  credentials: ['session'],
  params: z.object({ id: idSchema }),
  paramsError: 'transaction_not_found',
} as const;

export const accessContracts = {
  grant: {
    method: 'POST',
    path: '/api/transaction/:id/support-access/',
    summary:
      'Lets support look at a picture for 24, 72 or 168 `hours`, and has it kept until then, also beyond its 24 hours. Only its owner can; a repeat within the hour changes nothing.',
    ...byOwner,
    params: transactionParamsSchema,
    paramsError: 'transaction_not_found',
    body: grantBodySchema,
    answers: { 201: { description: 'The grant.', schema: grantAnswerSchema } },
    errors: ['transaction_not_found', 'image_expired', 'client_id_required', 'validation_failed'],
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/transaction/:id/support-access/:grantId/',
    summary: 'Takes a grant back. A picture that was kept by it alone is removed at once.',
    ...byOwner,
    params: transactionParamsSchema.extend({ grantId: idSchema }),
    paramsError: 'transaction_not_found',
    answers: { 204: { description: 'It is taken back.' } },
    errors: ['transaction_not_found', 'image_expired', 'client_id_required', 'grant_not_found'],
  },
  accesses: {
    method: 'GET',
    path: '/api/support-access/',
    summary:
      "Who may look at the requester's pictures and who did: grants, what staff opened without one and why, and what was seen. Also of pictures that are gone.",
    ...byOwner,
    answers: { 200: { description: 'The latest first.', schema: accessListSchema } },
    errors: [],
  },
  pictureAccess: {
    method: 'GET',
    path: '/api/staff/pictures/:id/access/',
    summary: 'Until when the member of staff who asks may look at a picture, who let staff look at it, and who did.',
    ...byStaff,
    access: { who: 'staff', roles: ['support', 'auditor'] },
    answers: { 200: { description: 'The grants.', schema: pictureAccessSchema } },
    errors: ['transaction_not_found'],
  },
  breakGlass: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/pictures/:id/break-glass/',
    summary:
      "Opens a picture to the member of staff who asks, for an hour, without its owner's consent. The owner reads `reason` and `text`, by mail where there is an address.",
    ...byStaff,
    access: { who: 'staff', roles: ['support'] },
    body: breakGlassBodySchema,
    answers: { 201: { description: 'It is open.', schema: breakGlassAnswerSchema } },
    errors: ['transaction_not_found', 'image_expired', 'validation_failed'],
  },
  file: {
    method: 'GET',
    path: '/api/staff/pictures/:id/files/:sha256/',
    summary:
      "A file of a picture by its SHA-256, under the owner's grant or an open break-glass. The owner sees who looked at which file.",
    ...byStaff,
    access: { who: 'staff', roles: ['support'] },
    params: z.object({ id: idSchema, sha256: sha256Schema }),
    answers: {
      200: { description: 'The file.', mediaTypes: IMAGE_MEDIA_TYPES },
      206: { description: 'The part of it that the header Range asked for.', mediaTypes: IMAGE_MEDIA_TYPES },
      304: { description: 'Unchanged.' },
    },
    errors: ['transaction_not_found', 'access_not_granted', 'range_not_satisfiable'],
  },
} as const satisfies Record<string, Contract>;
