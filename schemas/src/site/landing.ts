import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).max(4096);

/** POST /api/analytics/landing/ */
export const landingBodySchema = z.object({
  /** When the visitor came, by their clock. */
  timestamp: z.iso.datetime({ offset: true }),
  landing_page_url: address,
  /** The page that led here; empty where the browser does not say. */
  referrer_url: z.union([address, z.literal('')]).nullish(),
  /** Whether the visitor agreed to everything. Without that no id of a click is kept. */
  consent: z.enum(['all', 'necessary']).nullish(),
});
export type LandingBody = z.infer<typeof landingBodySchema>;

export const landingAnswerSchema = z.object({ visitor_id: z.uuid(), source: z.string() });
export type LandingAnswer = z.infer<typeof landingAnswerSchema>;
