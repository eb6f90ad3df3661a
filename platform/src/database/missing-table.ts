const MISSING = new Set(['42P01', '3F000']);

export const isMissingTable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && MISSING.has(error.code);
