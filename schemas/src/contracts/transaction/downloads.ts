import type { ErrorCode } from '../../errors.ts';
import { transactionParamsSchema } from '../../transaction/http.ts';
import {
  bulkDownloadBodySchema,
  bulkDownloadParamsSchema,
  downloadQuerySchema,
  highDownloadQuerySchema,
} from '../../transaction/saves-http.ts';
import type { Contract } from '../contract.ts';

const access = { who: 'visitor', sections: ['editor', 'myImages'] } as const;
const mediaTypes = ['image/png', 'image/webp', 'image/jpeg'] as const;

export const fileAnswers = {
  200: { description: 'The picture.', mediaTypes },
  206: { description: 'The part of it that the header Range asked for.', mediaTypes },
  304: { description: 'Unchanged.' },
  307: { description: 'Where the installation is set so: the picture is at this address, for some minutes.' },
} as const satisfies Contract['answers'];

export const FILE_FORMS =
  'PNG by default; WEBP or JPG on request (a transparent JPG needs a `background`); `crop=subject` with a `margin` in per cent.';

export const ARCHIVE_MANIFEST =
  "Its last entry, `manifest.json`, has each id's outcome and whether its file is current (`isCurrent`); a missing picture does not stop the others. A broken archive ends with the line `CLEARCUT-ARCHIVE-CORRUPT`.";

export const fileFailures = [
  'image_not_ready',
  'image_failed',
  'background_required',
  'export_failed',
  'file_damaged',
  'too_many_exports',
  'range_not_satisfiable',
  'validation_failed',
  'storage_full',
] as const satisfies readonly ErrorCode[];

const fileErrors = ['transaction_not_found', 'image_expired', ...fileFailures] as const;

const one = {
  method: 'GET',
  credentials: ['session'],
  access,
  params: transactionParamsSchema,
  paramsError: 'transaction_not_found',
  query: downloadQuerySchema,
  answers: fileAnswers,
} as const;

export const downloadContracts = {
  low: {
    ...one,
    path: '/api/transaction/:id/download/low/',
    summary: `The current picture at preview size (longest side 500). ${FILE_FORMS}`,
    errors: fileErrors,
  },
  high: {
    ...one,
    path: '/api/transaction/:id/download/high/',
    query: highDownloadQuerySchema,
    summary: `The current picture's HD save, or the newest one; \`save\` selects another by id. ${FILE_FORMS}`,
    errors: [...fileErrors, 'nothing_saved', 'save_not_found'],
  },
  bulk: {
    method: 'POST',
    path: '/api/transaction/download/bulk/:quality/',
    summary: `Streams pictures as one ZIP archive. ${ARCHIVE_MANIFEST}`,
    credentials: ['session'],
    access,
    params: bulkDownloadParamsSchema,
    paramsError: 'not_found',
    body: bulkDownloadBodySchema,
    cache: 'no-store',
    answers: { 200: { description: 'The archive.', mediaTypes: ['application/zip'] } },
    errors: ['not_found', 'validation_failed'],
  },
} as const satisfies Record<string, Contract>;
