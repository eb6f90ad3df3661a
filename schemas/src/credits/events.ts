import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf, type Upcaster } from '../define-event.ts';

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
   * Credits in the pool after this event, as on a bank statement: each line can be checked against the one before, and
   * the last line has the balance.
   */
  balance: z.int().min(0).max(MAX_BALANCE),
  /** How many of them end with the subscription: those that payments granted. */
  expiring: z.int().min(0).max(MAX_BALANCE),
};

/** Version 1 knew no credits that end with a subscription. No payment had granted any when version 2 came. */
const withoutExpiring: Upcaster = (data) => ({ ...(data as object), expiring: 0 });
const withoutOfExpiring: Upcaster = (data) => ({ ...(data as object), expiring: 0, ofExpiring: 0 });

/** Why credits were granted. Each cause grants once. */
const grantCauseSchema = z.discriminatedUnion('kind', [
  /** A period that was paid for; `paymentId` is what the payment provider calls the payment. */
  z.object({
    kind: z.literal('payment'),
    paymentId,
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  }),
  /** By hand, on the machine. The operator's key tells a repeat from a second grant. */
  z.object({ kind: z.literal('operator'), key: z.string().min(1).max(255) }),
  /** A new team's first credits, given when its founder has proved their address. */
  z.object({ kind: z.literal('starter') }),
  /** A refund failed or a dispute was won: what the claw-back of that id took comes back. */
  z.object({ kind: z.literal('returned'), clawbackId: paymentId }),
]);
export type GrantCause = z.infer<typeof grantCauseSchema>;

const creditsGranted = defineEvent('CreditsGranted', z.object({ ...line, credits, cause: grantCauseSchema }), [
  withoutExpiring,
]);

/** An HD save was paid. */
const save = {
  transactionId: z.uuid(),
  /** One attempt to save one state of the picture: it is charged once. */
  saveId: z.uuid(),
  /** How many of `credits` end with the subscription. They are spent first, and come back as what they were. */
  ofExpiring: z.int().min(0).max(MAX_CREDITS_PER_ENTRY),
};

const creditsSpent = defineEvent(
  'CreditsSpent',
  z.object({
    ...line,
    credits,
    ...save,
    /** SHA-256 over all that decides the pixels: two saves with the same one are the same picture. */
    pictureState: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  [withoutOfExpiring],
);

/** The whole of a spend came back, because the file that it paid for could not be made. */
const creditsRefunded = defineEvent(
  'CreditsRefunded',
  z.object({ ...line, credits, ...save, reason: z.enum(['save-failed']) }),
  [withoutOfExpiring],
);

/** Why credits of a subscription ended. Each cause takes once. */
const expiryCauseSchema = z.discriminatedUnion('kind', [
  /** In version 1 a period took the credits of its own payment along. */
  z.object({ kind: z.literal('period-ended'), paymentId }),
  /** A new period was paid for, and more was left of the old ones than rolls over. */
  z.object({ kind: z.literal('rolled-over'), paymentId }),
  z.object({ kind: z.literal('subscription-ended'), subscriptionId: paymentId }),
]);
export type ExpiryCause = z.infer<typeof expiryCauseSchema>;

/** 0 when none were left: a repeat must not take those of a later grant. */
const creditsExpired = defineEvent(
  'CreditsExpired',
  z.object({ ...line, credits: credits.or(z.literal(0)), cause: expiryCauseSchema }),
  [withoutExpiring],
);

/**
 * A payment was refunded or disputed, and the credits that it had granted were taken back. `missing` could not be taken, because they
 * were spent or had ended: a pool is never below zero.
 */
const creditsClawedBack = defineEvent(
  'CreditsClawedBack',
  z.object({
    ...line,
    credits: credits.or(z.literal(0)),
    missing: credits.or(z.literal(0)),
    reason: z.enum(['refunded', 'disputed']),
    /** What the payment provider calls the refund or the dispute. */
    clawbackId: paymentId,
    paymentId,
  }),
);

/** Staff set something right. */
const creditsAdjusted = defineEvent(
  'CreditsAdjusted',
  z.object({
    ...line,
    adjustmentId: z.uuid(),
    /** Negative when they were taken away. */
    credits: credits.or(z.int().min(-MAX_CREDITS_PER_ENTRY).max(-1)),
    /** In the words of staff, and without names: it can never be erased. */
    reason: z.string().trim().min(1).max(500),
  }),
  [withoutExpiring],
);

export const creditPoolEvents = [
  creditsGranted,
  creditsSpent,
  creditsRefunded,
  creditsExpired,
  creditsClawedBack,
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
    case 'CreditsClawedBack':
      // Not -credits, which would be -0 for an expiry that found nothing.
      return 0 - data.credits;
  }
}
