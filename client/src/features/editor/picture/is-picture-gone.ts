import type { Failure } from '../../../lib/errors/failure.ts';

/** Deleted, or another person's. */
export const isPictureGone = ({ status }: Failure): boolean => [403, 404, 410].includes(status);
