import { z } from 'zod';
import { idSchema } from '../id.ts';
import { wordsSchema } from '../text/fields.ts';
import { BREAK_GLASS, BREAK_GLASS_REASONS, GRANT_HOURS, USUAL_GRANT_HOURS } from './access.ts';

/** POST /api/transaction/{id}/support-access. */
export const grantBodySchema = z.strictObject({
  hours: z.literal(GRANT_HOURS).default(USUAL_GRANT_HOURS),
  /** The message of the contact form that the picture was ticked in. */
  caseId: idSchema.nullable().default(null),
});

export const grantAnswerSchema = z.object({
  grantId: z.uuid(),
  until: z.iso.datetime(),
  /** Until when the picture is kept beyond its 24 hours; null where it is there that long in any case. */
  holdUntil: z.iso.datetime().nullable(),
});
export type GrantAnswer = z.infer<typeof grantAnswerSchema>;

/** POST /api/staff/pictures/{id}/break-glass: the owner reads both. */
export const breakGlassBodySchema = z.strictObject({
  reason: z.enum(BREAK_GLASS_REASONS),
  text: wordsSchema({
    min: BREAK_GLASS.shortestText,
    max: BREAK_GLASS.longestText,
    tooShort: `Say why in ${BREAK_GLASS.shortestText} characters or more`,
  }),
});
export type BreakGlassBody = z.infer<typeof breakGlassBodySchema>;

export const breakGlassAnswerSchema = z.object({ grantId: z.uuid(), until: z.iso.datetime() });
export type BreakGlassAnswer = z.infer<typeof breakGlassAnswerSchema>;

/** A grant or a break-glass, with what was seen under it. */
const accessViewSchema = z.object({
  grantId: z.uuid(),
  pictureId: z.uuid(),
  kind: z.enum(['granted', 'break-glass']),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  holdUntil: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  /** Whether staff may look under it now. */
  isOpen: z.boolean(),
  /** Of a break-glass: the member of staff, and why. */
  staffId: z.uuid().nullable(),
  reason: z.enum(BREAK_GLASS_REASONS).nullable(),
  text: z.string().nullable(),
  /** The first sight of each file by each member of staff, the latest first. */
  sights: z.array(z.object({ at: z.iso.datetime(), staffId: z.uuid(), file: z.string() })),
});
export type AccessView = z.infer<typeof accessViewSchema>;

/** GET /api/support-access: the latest first. */
export const accessListSchema = z.array(accessViewSchema);

/** GET /api/staff/pictures/{id}/access. */
export const pictureAccessSchema = z.object({
  /** Until when the member of staff who asks may look; null when not at all. */
  openUntil: z.iso.datetime().nullable(),
  accesses: accessListSchema,
});
export type PictureAccess = z.infer<typeof pictureAccessSchema>;
