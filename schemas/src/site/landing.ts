import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).max(4096);

export const landingBodySchema = z.object({
  /** By the visitor's clock. */
  timestamp: z.iso.datetime({ offset: true }),
  landing_page_url: address,
  referrer_url: z.union([address, z.literal('')]).nullish(),
  /** Without `all`, click ids are dropped. */
  consent: z.enum(['all', 'necessary']).nullish(),
  /** From the visit's first answer, when consent came later. */
  visitor_id: z.uuid().optional(),
});
export type LandingBody = z.infer<typeof landingBodySchema>;

export const landingAnswerSchema = z.object({ visitor_id: z.uuid(), source: z.string() });
export type LandingAnswer = z.infer<typeof landingAnswerSchema>;
