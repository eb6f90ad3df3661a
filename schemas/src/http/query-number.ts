import { z } from 'zod';

/**
 * A number as it stands in a query string, in digits. Zod's own `z.coerce.number()` would take '' for 0, which turns a blur off, and
 * '1e1' and '0x10'. A default belongs into `schema`: outside, it is missing in the documentation.
 */
export const queryNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((text) => (typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text), schema);
