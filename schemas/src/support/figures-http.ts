import { z } from 'zod';

export const signUpCountSchema = z.object({ day: z.iso.date(), source: z.string(), count: z.int().min(1) });
export type SignUpCount = z.infer<typeof signUpCountSchema>;

export const FIGURES_DAYS = { usual: 30, most: 400 } as const;

/** One UTC day. */
export const dayFiguresSchema = z.object({
  day: z.iso.date(),
  pictures: z.number(),
  saves: z.number(),
  sold: z.number(),
  /** Net of refunds. */
  spent: z.number(),
});
export type DayFigures = z.infer<typeof dayFiguresSchema>;

const jobHourSchema = z.object({
  hour: z.iso.datetime(),
  done: z.number(),
  failed: z.number(),
  /** Averages; null when unknown. */
  waitedMs: z.number().nullable(),
  workedMs: z.number().nullable(),
});
export type JobHour = z.infer<typeof jobHourSchema>;

export const HISTORY_HOURS = { usual: 24, most: 168 } as const;

/** Waiting by minute, ended jobs by hour, oldest first. */
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
