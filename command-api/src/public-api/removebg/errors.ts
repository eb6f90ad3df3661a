import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorForm } from '@clearcut/schemas/contracts/contract';

export class ParameterError extends CatalogueError {
  readonly parameterCode: string;
  readonly detail: string;

  constructor(parameterCode: string, detail: string) {
    super('validation_failed', { validationErrors: { [parameterCode]: detail } });
    this.name = 'ParameterError';
    this.parameterCode = parameterCode;
    this.detail = detail;
  }
}

/** remove.bg's statuses and codes; other errors keep ours. */
const CODES: Partial<Record<ErrorCode, readonly [status: number, code: string]>> = {
  api_key_required: [403, 'auth_failed'],
  api_key_invalid: [403, 'auth_failed'],
  api_key_network_forbidden: [403, 'auth_failed'],
  api_key_scope_missing: [403, 'auth_failed'],
  forbidden: [403, 'auth_failed'],
  no_credits: [402, 'insufficient_credits'],
  api_key_credits_used: [402, 'insufficient_credits'],
  too_many_requests: [429, 'rate_limit_exceeded'],
  file_empty: [400, 'missing_source'],
  file_too_large: [400, 'file_too_large'],
  file_type_unsupported: [400, 'invalid_file_type'],
  file_corrupt: [400, 'failed_to_read_image'],
  image_unreadable: [400, 'failed_to_read_image'],
  image_too_many_pixels: [400, 'resolution_too_high'],
  subject_not_found: [400, 'unknown_foreground'],
  image_failed: [400, 'unknown_foreground'],
  subject_lost: [400, 'unknown_foreground'],
  subject_outside: [400, 'roi_exceeds_bounds'],
  url_required: [400, 'missing_source'],
  url_invalid: [400, 'invalid_image_url'],
  url_forbidden: [400, 'failed_image_download'],
  url_unreachable: [400, 'failed_image_download'],
  url_timeout: [400, 'failed_image_download'],
  validation_failed: [400, 'invalid_parameters'],
  image_not_ready: [503, 'still_processing'],
  save_queued: [503, 'still_processing'],
};

const TITLES: Readonly<Record<string, string>> = {
  auth_failed: 'API key not accepted',
  missing_source: 'No image given',
  multiple_sources: 'More than one image given',
  multiple_bg_sources: 'More than one background given',
  resolution_too_high: 'Image resolution too high',
  unknown_foreground: 'Could not identify foreground in image',
  roi_region_empty: 'Region of interest is empty',
  roi_exceeds_bounds: 'Region of interest exceeds the image',
  failed_bg_download: 'Background download failed',
  failed_image_download: 'Image download failed',
};

/** `invalid_bg_color` becomes "Invalid bg color". */
function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ').replaceAll(/\b(?:api|url|roi)\b/g, (word) => word.toUpperCase());
  return TITLES[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const statusAndCodeOf = (error: CatalogueError): readonly [status: number, code: string] =>
  CODES[error.code] ?? [error.status, error.code];

export const removeBgErrors: ErrorForm = (error) => {
  const [status, known] = statusAndCodeOf(error);
  const isParameter = error instanceof ParameterError;
  const code = isParameter ? error.parameterCode : known;
  const detail = Object.values(error.validationErrors ?? {}).join(' ') || error.message;
  return { status, body: { errors: [{ title: titleOf(code), detail, code }] } };
};
