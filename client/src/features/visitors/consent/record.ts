import { CONSENT_CHOICES, CONSENT_VERSION } from '@clearcut/schemas/site/consent';
import { z } from 'zod';
import { userContracts } from '@clearcut/schemas/contracts/identity/account';
import { call } from '../../../lib/contracts/call.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

/** Each has its own texts. */
const SUBJECTS = ['tags', 'chat', 'errors'] as const;
export type ConsentSubject = (typeof SUBJECTS)[number];

const schema = z.object({
  choice: z.enum(CONSENT_CHOICES),
  /** `country`: the law there requires no consent. */
  by: z.enum(['person', 'country']),
  /** Subjects of the question; an operator may add some later. */
  about: z.array(z.enum(SUBJECTS)),
  version: z.literal(CONSENT_VERSION),
  at: z.iso.datetime(),
  /** As far as known. */
  country: z.string().length(2).nullable(),
  /** Account whose log contains it. */
  told: z.uuid().optional(),
});

export type Consent = z.infer<typeof schema>;

/** Undefined without a choice, or with one under older wording. */
export function readConsent(): Consent | undefined {
  const text = readStored('cookie-consent');
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function storeConsent(given: Omit<Consent, 'version' | 'at' | 'told'>): Consent {
  const consent: Consent = { ...given, version: CONSENT_VERSION, at: new Date().toISOString() };
  write(consent);
  return consent;
}

const write = (consent: Consent): void => writeStored('cookie-consent', JSON.stringify(consent));

/**
 * Records the choice in the logged-in account. Only in the first one: the next account in this browser may be another
 * person's. A failed attempt is repeated on the next page.
 */
export async function recordInAccount(userId: string): Promise<void> {
  const consent = readConsent();
  if (consent === undefined || consent.by !== 'person' || consent.told !== undefined) return;
  try {
    await call(userContracts.consent, { body: { choice: consent.choice, text_version: consent.version } });
  } catch {
    return;
  }
  // The choice may have changed meanwhile.
  if (readConsent()?.at === consent.at) write({ ...consent, told: userId });
}
