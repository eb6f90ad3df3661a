/** PostgreSQL keeps no zero character in a text, and nothing much longer than this in an index. */
const LONGEST = 255;
const LARGEST_INTEGER = 2 ** 31 - 1;

/**
 * Whether the account can keep it as a message's id or group. What it refuses would be taken from Kafka again and again, and nothing
 * behind it on its partition ever: on our topics there may be records of others.
 */
export const isStorable = (text: string): boolean => text.length <= LONGEST && !text.includes('\0');

/** Whether the account can keep it as a priority. */
export const isStorablePriority = (priority: number): boolean =>
  Number.isInteger(priority) && Math.abs(priority) <= LARGEST_INTEGER;
