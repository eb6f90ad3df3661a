import { CONSENT_VERSION } from '@clearcut/schemas/site/consent';
import { z } from 'zod';
import { readStored, writeStored } from '../../lib/storage/storage.ts';

const schema = z.object({
  choice: z.enum(['all', 'necessary']),
  /** `country`: none was asked, since the law there asks for no consent. */
  by: z.enum(['person', 'country']),
  version: z.literal(CONSENT_VERSION),
  at: z.iso.datetime(),
});

/** What a visitor consented to, in which words and when. */
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

export function keepConsent({ choice, by }: Pick<Consent, 'choice' | 'by'>): Consent {
  const consent: Consent = { choice, by, version: CONSENT_VERSION, at: new Date().toISOString() };
  writeStored('cookie-consent', JSON.stringify(consent));
  return consent;
}
