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
      'Lets support see a picture for 24, 72 or 168 `hours`, and keeps it until then. Owners only; a repeat within the hour changes nothing.',
    ...byOwner,
    isCounted: true,
    params: transactionParamsSchema,
    paramsError: 'transaction_not_found',
    body: grantBodySchema,
    cache: 'no-store',
    answers: { 201: { description: 'The grant.', schema: grantAnswerSchema } },
    errors: ['transaction_not_found', 'image_expired', 'client_id_required', 'validation_failed'],
  },
  withdraw: {
    method: 'DELETE',
    path: '/api/transaction/:id/support-access/:grantId/',
    summary: 'Revokes a grant. Deletes a picture that only the grant kept.',
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
      "Grants of access to the requester's pictures, break-glasses with their reasons, and viewed files. Includes deleted pictures.",
    ...byOwner,
    cache: 'no-store',
    answers: { 200: { description: 'The latest first.', schema: accessListSchema } },
    errors: [],
  },
  pictureAccess: {
    method: 'GET',
    path: '/api/staff/pictures/:id/access/',
    summary: "The caller's access to a picture, who granted access, and who looked.",
    ...byStaff,
    access: { who: 'staff', roles: ['support', 'auditor'] },
    cache: 'no-store',
    answers: { 200: { description: 'The grants.', schema: pictureAccessSchema } },
    errors: ['transaction_not_found'],
  },
  breakGlass: {
    method: 'POST',
    needsProof: () => true,
    path: '/api/staff/pictures/:id/break-glass/',
    summary:
      "Opens a picture to the caller for an hour, without the owner's consent. The owner can read `reason` and `text`, also by mail.",
    ...byStaff,
    access: { who: 'staff', roles: ['support'] },
    body: breakGlassBodySchema,
    cache: 'no-store',
    answers: { 201: { description: 'It is open.', schema: breakGlassAnswerSchema } },
    errors: ['transaction_not_found', 'image_expired', 'validation_failed'],
  },
  file: {
    method: 'GET',
    path: '/api/staff/pictures/:id/files/:sha256/',
    summary:
      "A picture's file by SHA-256, under the owner's grant or an open break-glass. The owner sees who looked at which file.",
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
