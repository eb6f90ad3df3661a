import { z } from 'zod';

/** An id that a caller sends, in either case: ids are kept and compared in lower case. */
export const idSchema = z.uuid().toLowerCase();
