/** PostgreSQL's codes for a table, or its schema, that is not there (yet). */
const MISSING = new Set(['42P01', '3F000']);

/** Whether a statement failed because a table that another process makes is not there yet. */
export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && MISSING.has(error.code);
