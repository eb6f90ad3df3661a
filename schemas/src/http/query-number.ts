import { z } from 'zod';

/**
 * Digits only: `z.coerce.number()` would read '' as 0, which turns a blur off, and take '1e1' and '0x10'. Put a default
 * inside `schema`, or the documentation lacks it.
 */
export const queryNumber = <Schema extends z.ZodType<number>>(schema: Schema) =>
  z.preprocess((text) => (typeof text === 'string' && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text), schema);
