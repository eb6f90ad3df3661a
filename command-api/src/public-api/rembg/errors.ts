import { CatalogueError, type ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorForm } from '@clearcut/schemas/contracts/contract';

interface Problem {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

export class FieldError extends CatalogueError {
  readonly problem: Problem;

  constructor(field: string, message: string, type = 'value_error') {
    super('validation_failed', { validationErrors: { [field]: message } });
    this.name = 'FieldError';
    this.problem = { loc: ['query', field], msg: message, type };
  }
}

const INPUT_ERRORS = new Set<ErrorCode>([
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'file_corrupt',
  'image_unreadable',
  'image_too_many_pixels',
  'image_failed',
  'subject_not_found',
  'subject_lost',
  'url_required',
  'url_invalid',
  'url_forbidden',
  'url_unreachable',
  'url_timeout',
]);

export const rembgErrors: ErrorForm = (error) => {
  const { code, status, message, validationErrors = {} } = error;
  if (error instanceof FieldError) return { status: 422, body: { detail: [error.problem] } };
  if (code === 'validation_failed') {
    const problems = Object.entries(validationErrors).map(([field, msg]) => ({
      loc: ['query', field],
      msg,
      type: 'value_error',
    }));
    return { status: 422, body: { detail: problems.length > 0 ? problems : message } };
  }
  return { status: INPUT_ERRORS.has(code) ? 400 : status, body: { detail: message } };
};
