import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorForm } from '../../http/errors.ts';

/** A parameter that remove.bg's clients know a code for. */
export class ParameterError extends CatalogueError {
  readonly parameterCode: string;
  readonly title: string;

  constructor(parameterCode: string, title: string) {
    super('validation_failed', { validationErrors: { [parameterCode]: title } });
    this.name = 'ParameterError';
    this.parameterCode = parameterCode;
    this.title = title;
  }
}

/** Statuses and codes of remove.bg. What stands here not is an error of the input with our own code, or of ours with our own status. */
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
  file_corrupt: [400, 'invalid_file_type'],
  image_unreadable: [400, 'invalid_file_type'],
  image_too_many_pixels: [400, 'resolution_too_high'],
  subject_not_found: [400, 'unknown_foreground'],
  image_failed: [400, 'unknown_foreground'],
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

export const removeBgErrors: ErrorForm = (error) => {
  const [status, code] = CODES[error.code] ?? [error.status, error.code];
  const isParameter = error instanceof ParameterError;
  const title = isParameter ? error.title : error.message;
  const detail = Object.values(error.validationErrors ?? {}).join(' ') || error.message;
  return { status, body: { errors: [{ title, detail, code: isParameter ? error.parameterCode : code }] } };
};
