import { z } from 'zod';

/** Version of the words that a visitor consents to: a consent to other words is none, and is asked for again. */
export const CONSENT_VERSION = 1;

/** Everything, or what the product cannot do without. */
export const CONSENT_CHOICES = ['all', 'necessary'] as const;

/** POST /api/user/me/consent/ */
export const consentBodySchema = z.object({
  choice: z.enum(CONSENT_CHOICES),
  /** Of the words that the person was asked in. */
  text_version: z.int().min(1).max(CONSENT_VERSION),
});
export type ConsentBody = z.infer<typeof consentBodySchema>;

/** The European Union, the European Economic Area, the United Kingdom and Switzerland (ISO 3166): their law asks for a consent first. */
const ASKING = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH'.split(' '),
);

/** Whether visitors of this country are asked before anything counts them. */
export const asksConsent = (country: string): boolean => ASKING.has(country);

/** Pages on which work goes on, and a banner would stand in its way. */
export const isWithoutBanner = (path: string): boolean =>
  /^\/app\/(editor|dashboard|my-images|fastcheckout)/.test(path);

/** Pages that a mail leads to, with a token in their address: a script of others reads the address of the page that it runs on. */
export const holdsToken = (path: string): boolean =>
  /\/(auth|change-password|accept-invitation|confirm-address)(\/|$)/.test(path);
