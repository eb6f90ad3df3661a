import type { Tags } from '@clearcut/schemas/site/facts';
import { z } from 'zod';
import { checkCompanions, type Companions } from './required-together.ts';

/** What the public pages say of this installation: all of it optional. */
export interface SiteConfig {
  /** Who runs it: legal pages name them. */
  readonly operator: { readonly name: string; readonly address: readonly string[]; readonly email: string } | undefined;
  /** Where messages of the contact form go. Undefined: they are stored, and mailed to the operator's address where there is one. */
  readonly supportEmail: string | undefined;
  /** What counts visitors. Undefined: nothing does, and no page asks for a consent. */
  readonly tags: Tags | undefined;
}

const email = z.email('must be an address such as support@example.com').optional();

export const siteSettings = {
  OPERATOR_NAME: z.string().max(200, 'must have 200 characters at most').optional(),
  OPERATOR_ADDRESS: z
    .string()
    .max(500, 'must have 500 characters at most')
    .transform((text) =>
      text
        .split(';')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .optional(),
  OPERATOR_EMAIL: email,
  SUPPORT_EMAIL: email,
  TAG_MANAGER: z
    .string()
    .regex(/^GTM-[A-Z0-9]+$/, 'must be the id of a container of Google Tag Manager, such as GTM-ABC123')
    .optional(),
  PAID_TRAFFIC_TRACKING: z.enum(['always', 'consent'], 'must be always or consent').optional(),
  PLAUSIBLE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be the address of a Plausible server, such as https://plausible.example.com',
    })
    .transform((text) => new URL(text).origin)
    .optional(),
};

type Given = z.infer<z.ZodObject<typeof siteSettings>>;

const COMPANIONS: Companions<Given> = [
  ['OPERATOR_NAME', 'OPERATOR_ADDRESS'],
  ['OPERATOR_NAME', 'OPERATOR_EMAIL'],
  ['OPERATOR_ADDRESS', 'OPERATOR_NAME'],
  ['OPERATOR_EMAIL', 'OPERATOR_NAME'],
];

export function checkSite(given: Given, context: z.RefinementCtx): void {
  checkCompanions(COMPANIONS, given, context);
  const { TAG_MANAGER: manager, PAID_TRAFFIC_TRACKING: paid, PLAUSIBLE_URL: plausible } = given;
  const refuse = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if (manager !== undefined && paid === undefined) {
    refuse(
      'PAID_TRAFFIC_TRACKING',
      'must be consent, or always, when TAG_MANAGER is set: always counts people who came by an advertisement without asking, which the law of the EU, the EEA, the United Kingdom and Switzerland forbids',
    );
  }
  if (manager !== undefined && plausible !== undefined) refuse('PLAUSIBLE_URL', 'cannot be set beside TAG_MANAGER');
}

function tagsOf({
  TAG_MANAGER: id,
  PAID_TRAFFIC_TRACKING: paidTraffic,
  PLAUSIBLE_URL: origin,
}: Given): Tags | undefined {
  if (id !== undefined && paidTraffic !== undefined) return { kind: 'gtm', id, paidTraffic };
  return origin === undefined ? undefined : { kind: 'plausible', origin };
}

export function siteOf(given: Given): SiteConfig {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_EMAIL: operatorEmail } = given;
  return {
    operator:
      name === undefined || address === undefined || operatorEmail === undefined
        ? undefined
        : { name, address, email: operatorEmail },
    supportEmail: given.SUPPORT_EMAIL,
    tags: tagsOf(given),
  };
}
