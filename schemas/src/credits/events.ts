import { z } from 'zod';
import { defineEvent, eventGuard, type EventOf, type Upcaster } from '../define-event.ts';

/** More than any plan grants; catches typing errors. */
export const MAX_CREDITS_PER_ENTRY = 1_000_000;
/** Limit of the tables. */
export const MAX_BALANCE = 2_000_000_000;

const credits = z.int().min(1).max(MAX_CREDITS_PER_ENTRY);
const paymentId = z.string().min(1).max(255);

const line = {
  teamId: z.uuid(),
  /** Balance after this event, as on a bank statement, so each line checks against the one before. */
  balance: z.int().min(0).max(MAX_BALANCE),
  /** Part of the balance that ends with the subscription. */
  expiring: z.int().min(0).max(MAX_BALANCE),
};

/** Version 1: no credits ended with a subscription yet. */
const withoutExpiring: Upcaster = (data) => ({ ...(data as object), expiring: 0 });
/** Version 1 of a claw-back: only plans granted credits for payments. */
const ofPlan: Upcaster = (data) => ({ ...(data as object), ofExpiring: (data as { credits: unknown }).credits });
const withoutOfExpiring: Upcaster = (data) => ({ ...(data as object), expiring: 0, ofExpiring: 0 });

const grantCauseSchema = z.discriminatedUnion('kind', [
  /** `paymentId` is the provider's. */
  z.object({
    kind: z.literal('payment'),
    paymentId,
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
  }),
  /** Credits that do not end with a plan. */
  z.object({ kind: z.literal('pack'), paymentId }),
  /** The operator's key tells a retry from a second grant. */
  z.object({ kind: z.literal('operator'), key: z.string().min(1).max(255) }),
  z.object({ kind: z.literal('starter') }),
  /** Reverses the claw-back of that id: a refund failed or a dispute was won. */
  z.object({ kind: z.literal('returned'), clawbackId: paymentId }),
]);
export type GrantCause = z.infer<typeof grantCauseSchema>;

const creditsGranted = defineEvent('CreditsGranted', z.object({ ...line, credits, cause: grantCauseSchema }), [
  withoutExpiring,
]);

const save = {
  transactionId: z.uuid(),
  /** One attempt at one state of the picture, charged once. */
  saveId: z.uuid(),
  /** Expiring credits are spent first and refunded as expiring. */
  ofExpiring: z.int().min(0).max(MAX_CREDITS_PER_ENTRY),
};

const creditsSpent = defineEvent(
  'CreditsSpent',
  z.object({
    ...line,
    credits,
    ...save,
    /** SHA-256 over everything that decides the pixels. */
    pictureState: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  [withoutOfExpiring],
);

const creditsRefunded = defineEvent(
  'CreditsRefunded',
  z.object({ ...line, credits, ...save, reason: z.enum(['save-failed']) }),
  [withoutOfExpiring],
);

const expiryCauseSchema = z.discriminatedUnion('kind', [
  /** Version 1 only. */
  z.object({ kind: z.literal('period-ended'), paymentId }),
  /** A paid period begins with more left than rolls over. */
  z.object({ kind: z.literal('rolled-over'), paymentId }),
  z.object({ kind: z.literal('subscription-ended'), subscriptionId: paymentId }),
]);
export type ExpiryCause = z.infer<typeof expiryCauseSchema>;

/** 0 when none were left, so that a retry spares later grants. */
const creditsExpired = defineEvent(
  'CreditsExpired',
  z.object({ ...line, credits: credits.or(z.literal(0)), cause: expiryCauseSchema }),
  [withoutExpiring],
);

/**
 * A payment was refunded or disputed. `missing` credits were already spent or expired; a pool never goes below zero.
 */
const creditsClawedBack = defineEvent(
  'CreditsClawedBack',
  z.object({
    ...line,
    credits: credits.or(z.literal(0)),
    missing: credits.or(z.literal(0)),
    reason: z.enum(['refunded', 'disputed']),
    /** All for a plan's payment, none for a pack's; returned as what they were. */
    ofExpiring: z.int().min(0).max(MAX_CREDITS_PER_ENTRY),
    /** The provider's refund or dispute id. */
    clawbackId: paymentId,
    paymentId,
  }),
  [ofPlan],
);

const creditsAdjusted = defineEvent(
  'CreditsAdjusted',
  z.object({
    ...line,
    adjustmentId: z.uuid(),
    /** Negative: removed. */
    credits: credits.or(z.int().min(-MAX_CREDITS_PER_ENTRY).max(-1)),
    /** By staff, without names: never erased. */
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

export function creditsOf({ type, data }: CreditPoolEvent): number {
  switch (type) {
    case 'CreditsGranted':
    case 'CreditsRefunded':
    case 'CreditsAdjusted':
      return data.credits;
    case 'CreditsSpent':
    case 'CreditsExpired':
    case 'CreditsClawedBack':
      // Avoids -0 for an expiry of nothing.
      return 0 - data.credits;
  }
}
