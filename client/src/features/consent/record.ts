import { CONSENT_CHOICES, CONSENT_VERSION, type ConsentBody } from '@clearcut/schemas/site/consent';
import { z } from 'zod';
import { request } from '../../lib/http/request.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';

/** What a question can be about: each has words of its own. */
const SUBJECTS = ['tags', 'chat', 'errors'] as const;
export type ConsentSubject = (typeof SUBJECTS)[number];

const schema = z.object({
  choice: z.enum(CONSENT_CHOICES),
  /** `country`: none was asked, since the law there asks for no consent. */
  by: z.enum(['person', 'country']),
  /** What the question was about: an operator may add to it later. */
  about: z.array(z.enum(SUBJECTS)),
  version: z.literal(CONSENT_VERSION),
  at: z.iso.datetime(),
  /** Of the visitor, as far as it was known. */
  country: z.string().length(2).nullable(),
  /** The account in whose log it is. */
  told: z.uuid().optional(),
});

/** What a visitor consented to, in which words, when and where. */
export type Consent = z.infer<typeof schema>;

/** Undefined: they were never asked, or in other words than those of now. */
export function readConsent(): Consent | undefined {
  const text = readStored('cookie-consent');
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function keepConsent(given: Omit<Consent, 'version' | 'at' | 'told'>): Consent {
  const consent: Consent = { ...given, version: CONSENT_VERSION, at: new Date().toISOString() };
  write(consent);
  return consent;
}

const write = (consent: Consent): void => writeStored('cookie-consent', JSON.stringify(consent));

/**
 * Has the log of the account that is logged in say what its owner chose. The first account alone: the next one at this browser may be another
 * person's. What could not be told now is told with the next page.
 */
export async function tellAccount(userId: string): Promise<void> {
  const consent = readConsent();
  if (consent === undefined || consent.by !== 'person' || consent.told !== undefined) return;
  const json: ConsentBody = { choice: consent.choice, text_version: consent.version };
  try {
    await request('/api/user/me/consent/', { method: 'POST', json });
  } catch {
    return;
  }
  // They may have chosen anew meanwhile.
  if (readConsent()?.at === consent.at) write({ ...consent, told: userId });
}
