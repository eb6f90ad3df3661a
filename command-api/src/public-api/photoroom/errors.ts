import type { ErrorForm } from '@clearcut/schemas/contracts/contract';
import { removeBgErrors } from '../removebg/errors.ts';

/** Statuses and codes of remove.bg, which Photoroom follows, in Photoroom's form. */
export const photoroomErrors: ErrorForm = (error, requestId) => {
  const { status, body } = removeBgErrors(error, requestId);
  const [first] = (body as { errors: { detail: string; code: string }[] }).errors;
  return { status, body: { detail: first?.detail, status_code: status, type: first?.code } };
};
