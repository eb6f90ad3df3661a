import { z } from 'zod';

/** `z.coerce.number()` would accept ' ', '1e3' and '0x10'. */
export const wholeNumber = (from: number, to: number) => {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(from, error).max(to, error));
};
