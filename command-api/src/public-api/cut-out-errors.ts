import type { ErrorCode } from '@clearcut/schemas/errors';
import { pictureContracts } from './pictures/contracts.ts';

const { create, settings, save, file } = pictureContracts;

/** Errors of calls that other services' interfaces do not offer. */
const OTHERS = new Set<ErrorCode>([
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'picture_required',
  'bulk_not_in_plan',
  'bulk_full',
  'guess_unconfirmed',
  'nothing_saved',
  'save_not_found',
  'range_not_satisfiable',
]);

/** Errors of an upload, settings, save and file in one call, which also fails as its job does. */
export const CUT_OUT_ERRORS: readonly ErrorCode[] = [
  ...new Set<ErrorCode>([
    ...create.errors,
    ...settings.errors,
    ...save.errors,
    ...file.errors,
    'subject_not_found',
    'image_unreadable',
    'model_missing',
    'background_removal_failed',
  ]),
].filter((code) => !OTHERS.has(code));
