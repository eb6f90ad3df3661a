import { z } from 'zod';
import { idSchema } from '../id.ts';
import { wordsSchema } from '../text/fields.ts';
import { BREAK_GLASS, BREAK_GLASS_REASONS, GRANT_HOURS, USUAL_GRANT_HOURS } from './access.ts';

export const grantBodySchema = z.strictObject({
  hours: z.literal(GRANT_HOURS).default(USUAL_GRANT_HOURS),
  /** Message of the contact form. */
  caseId: idSchema.nullable().default(null),
});

export const grantAnswerSchema = z.object({
  grantId: z.uuid(),
  until: z.iso.datetime(),
  /** Extends the picture's life beyond 24 hours; null when not needed. */
  holdUntil: z.iso.datetime().nullable(),
});
export type GrantAnswer = z.infer<typeof grantAnswerSchema>;

/** The owner reads both. */
export const breakGlassBodySchema = z.strictObject({
  reason: z.enum(BREAK_GLASS_REASONS),
  text: wordsSchema({
    min: BREAK_GLASS.shortestText,
    max: BREAK_GLASS.longestText,
    tooShort: `Say why in ${BREAK_GLASS.shortestText} characters or more`,
  }),
});

export const breakGlassAnswerSchema = z.object({ grantId: z.uuid(), until: z.iso.datetime() });

const accessViewSchema = z.object({
  grantId: z.uuid(),
  pictureId: z.uuid(),
  kind: z.enum(['granted', 'break-glass']),
  at: z.iso.datetime(),
  until: z.iso.datetime(),
  holdUntil: z.iso.datetime().nullable(),
  withdrawnAt: z.iso.datetime().nullable(),
  isOpen: z.boolean(),
  /** Break-glass only. */
  staffId: z.uuid().nullable(),
  reason: z.enum(BREAK_GLASS_REASONS).nullable(),
  text: z.string().nullable(),
  /** First view of each file by each member of staff, newest first. */
  sights: z.array(z.object({ at: z.iso.datetime(), staffId: z.uuid(), file: z.string() })),
});
export type AccessView = z.infer<typeof accessViewSchema>;

/** Newest first. */
export const accessListSchema = z.array(accessViewSchema);

export const pictureAccessSchema = z.object({
  /** For the member of staff who asks; null: no access. */
  openUntil: z.iso.datetime().nullable(),
  accesses: accessListSchema,
});
export type PictureAccess = z.infer<typeof pictureAccessSchema>;
