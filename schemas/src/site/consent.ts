import { z } from 'zod';

/** A consent to another version does not count. */
export const CONSENT_VERSION = 1;

export const CONSENT_CHOICES = ['all', 'necessary'] as const;

export const consentBodySchema = z.object({
  choice: z.enum(CONSENT_CHOICES),
  text_version: z.int().min(1).max(CONSENT_VERSION),
});

/** EU, EEA, United Kingdom and Switzerland (ISO 3166), where the law requires consent. */
const CONSENT_COUNTRIES = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH'.split(' '),
);

export const asksConsent = (country: string): boolean => CONSENT_COUNTRIES.has(country);

/** Pages where a banner would be in the way. */
export const isWithoutBanner = (path: string): boolean =>
  /^\/app\/(editor|dashboard|my-images|fastcheckout)/.test(path);

/** Pages with a token in their address, which third-party scripts could read. */
export const holdsToken = (path: string): boolean =>
  /\/(auth|change-password|accept-invitation|confirm-address)(\/|$)/.test(path);
