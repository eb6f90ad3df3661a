import { isConnectionError } from './connection-error.ts';

const MISSING = new Set(['42P01', '3F000']);

export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && MISSING.has(error.code);

/** The server is away, or projections have not created the table yet, as on the first start. */
export const isNotReady = (error: unknown): boolean => isConnectionError(error) || isMissingTable(error);
