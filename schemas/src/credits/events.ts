import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf } from '../events/define.ts';

/** More than any plan gives; a typing error does not make a fortune. */
export const MAX_CREDITS_PER_ENTRY = 1_000_000;
/** What the tables can hold. */
export const MAX_BALANCE = 2_000_000_000;

const credits = z.int().min(1).max(MAX_CREDITS_PER_ENTRY);
const paymentId = z.string().min(1).max(255);

/** What every line of the ledger says. */
const line = {
  teamId: z.uuid(),
  /**
   * Credits in the pool after this event, as on a bank statement: each line can be checked against the one before, and whoever
   * knows the last line knows the balance.
   */
  balance: z.int().min(0).max(MAX_BALANCE),
};

/** Why credits were granted. Each cause grants once. */
export const grantCauseSchema = z.discriminatedUnion('kind', [
  /** A period that was paid for; `paymentId` is what the payment provider calls the payment. */
  z.object({
    kind: z.literal('payment'),
    paymentId,
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  }),
  /** By hand, on the machine. The operator's key tells a repeat from a second grant. */
  z.object({ kind: z.literal('operator'), key: z.string().min(1).max(255) }),
]);
export type GrantCause = z.infer<typeof grantCauseSchema>;

export const creditsGranted = defineEvent('CreditsGranted', z.object({ ...line, credits, cause: grantCauseSchema }));

/** An HD save was paid. */
const save = {
  transactionId: z.uuid(),
  /** One attempt to save one state of the picture: it is charged once. */
  saveId: z.uuid(),
};

export const creditsSpent = defineEvent(
  'CreditsSpent',
  z.object({
    ...line,
    credits,
    ...save,
    /** SHA-256 over all that decides the pixels: two saves with the same one are the same picture. */
    pictureState: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);

/** The whole of a spend came back, because the file that it paid for could not be made. */
export const creditsRefunded = defineEvent(
  'CreditsRefunded',
  z.object({ ...line, credits, ...save, reason: z.enum(['save-failed']) }),
);

/** Credits of a paid period that ended. 0 when none were left: a repeat must not take those of a later grant. */
export const creditsExpired = defineEvent(
  'CreditsExpired',
  z.object({
    ...line,
    credits: credits.or(z.literal(0)),
    cause: z.object({ kind: z.literal('period-ended'), paymentId }),
  }),
);

/** Staff set something right. */
export const creditsAdjusted = defineEvent(
  'CreditsAdjusted',
  z.object({
    ...line,
    adjustmentId: z.uuid(),
    /** Negative when they were taken away. */
    credits: credits.or(z.int().min(-MAX_CREDITS_PER_ENTRY).max(-1)),
    /** In staff's words, and without anybody's name: it can never be erased. */
    reason: z.string().trim().min(1).max(500),
  }),
);

export const creditPoolEvents = [
  creditsGranted,
  creditsSpent,
  creditsRefunded,
  creditsExpired,
  creditsAdjusted,
] as const;

export type CreditPoolEvent = EventOf<(typeof creditPoolEvents)[number]>;
export const isCreditPoolEvent = eventGuard(creditPoolEvents);

/** By how much an event changes the balance. */
export function creditsOf({ type, data }: CreditPoolEvent): number {
  switch (type) {
    case 'CreditsGranted':
    case 'CreditsRefunded':
    case 'CreditsAdjusted':
      return data.credits;
    case 'CreditsSpent':
    case 'CreditsExpired':
      // Not -credits, which would be -0 for an expiry that found nothing.
      return 0 - data.credits;
  }
}
