/** PostgreSQL stores no NUL in text, and indexes nothing much longer. */
const MAX_LENGTH = 255;
const LARGEST_INTEGER = 2 ** 31 - 1;

/** A foreign record that it refuses would block its partition. */
export const isStorable = (text: string): boolean => text.length <= MAX_LENGTH && !text.includes('\0');

export const isStorablePriority = (priority: number): boolean =>
  Number.isInteger(priority) && Math.abs(priority) <= LARGEST_INTEGER;
