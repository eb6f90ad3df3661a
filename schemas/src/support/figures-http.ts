import { z } from 'zod';

/** GET /api/staff/sign-ups: those of one day (UTC) that came from one source. */
export const signUpCountSchema = z.object({ day: z.iso.date(), source: z.string(), count: z.int().min(1) });
export type SignUpCount = z.infer<typeof signUpCountSchema>;

/** How many days back the figures go. */
export const FIGURES_DAYS = { usual: 30, most: 400 } as const;
