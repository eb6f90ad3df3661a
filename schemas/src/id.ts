import { z } from 'zod';

/** Accepts either case; ids are stored in lower case. */
export const idSchema = z.uuid().toLowerCase();
