/** PostgreSQL stores no NUL in text and nothing much longer than this in an index. */
const LONGEST = 255;
const LARGEST_INTEGER = 2 ** 31 - 1;

/**
 * One that it refuses would be read from Kafka for ever and block its partition: our topics may hold foreign records.
 */
export const isStorable = (text: string): boolean => text.length <= LONGEST && !text.includes('\0');

export const isStorablePriority = (priority: number): boolean =>
  Number.isInteger(priority) && Math.abs(priority) <= LARGEST_INTEGER;
