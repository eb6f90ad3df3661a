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
  'A PNG, or on request a WEBP or a JPG (which needs a `background` behind what is transparent), `crop=subject` with a `margin` in per cent.';

export const fileErrors = [
  'transaction_not_found',
  'image_expired',
  'image_not_ready',
  'image_failed',
  'background_required',
  'export_failed',
  'file_damaged',
  'too_many_exports',
  'range_not_satisfiable',
  'validation_failed',
] as const satisfies readonly ErrorCode[];

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
    summary: `The picture as it is now at preview size (longest side 500). ${FILE_FORMS}`,
    errors: fileErrors,
  },
  high: {
    ...one,
    path: '/api/transaction/:id/download/high/',
    query: highDownloadQuerySchema,
    summary: `The HD save of the picture as it is now, or else the newest one; with \`save\` the one with that id. ${FILE_FORMS}`,
    errors: [...fileErrors, 'nothing_saved', 'save_not_found'],
  },
  bulk: {
    method: 'POST',
    path: '/api/transaction/download/bulk/:quality/',
    summary:
      'Many pictures in one ZIP archive, streamed. Its last entry, `manifest.json`, names what became of each id, and whether it is what the picture looks like now (`isCurrent`); one that cannot be had does not keep back the others. An archive that could not be finished ends with the line `CLEARCUT-ARCHIVE-CORRUPT`.',
    credentials: ['session'],
    access,
    params: bulkDownloadParamsSchema,
    paramsError: 'not_found',
    body: bulkDownloadBodySchema,
    answers: { 200: { description: 'The archive.', mediaTypes: ['application/zip'] } },
    errors: ['not_found', 'validation_failed'],
  },
} as const satisfies Record<string, Contract>;
