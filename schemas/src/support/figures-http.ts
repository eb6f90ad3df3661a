import { z } from 'zod';

/** GET /api/staff/sign-ups: those of one day (UTC) that came from one source. */
export const signUpCountSchema = z.object({ day: z.iso.date(), source: z.string(), count: z.int().min(1) });
export type SignUpCount = z.infer<typeof signUpCountSchema>;

/** How many days back the figures go. */
export const FIGURES_DAYS = { usual: 30, most: 400 } as const;

/** GET /api/staff/figures: what the installation did on one day (UTC). */
export const dayFiguresSchema = z.object({
  day: z.iso.date(),
  pictures: z.number(),
  saves: z.number(),
  /** Credits that payments granted. */
  sold: z.number(),
  /** Credits that saves cost, without those that came back. */
  spent: z.number(),
});
export type DayFigures = z.infer<typeof dayFiguresSchema>;

/** Jobs that ended in one hour. */
const jobHourSchema = z.object({
  hour: z.iso.datetime(),
  done: z.number(),
  failed: z.number(),
  /** How long they waited and took, on average; null where none says. */
  waitedMs: z.number().nullable(),
  workedMs: z.number().nullable(),
});
export type JobHour = z.infer<typeof jobHourSchema>;

/** How far back the history of the queues goes. */
export const HISTORY_HOURS = { usual: 24, most: 168 } as const;

/** GET /api/staff/work/history: how much waited, minute by minute, and which jobs ended, hour by hour. Oldest first. */
export const workHistorySchema = z.object({
  queues: z.array(
    z.object({
      topic: z.string(),
      points: z.array(z.object({ at: z.iso.datetime(), waiting: z.int(), dead: z.int() })),
    }),
  ),
  jobs: z.array(jobHourSchema),
});
export type WorkHistory = z.infer<typeof workHistorySchema>;
