import { z } from 'zod';
import { checkCompanions, type Companions } from './required-together.ts';

/** What the public pages say of this installation: all of it optional. */
export interface SiteConfig {
  /** Who runs it: legal pages name them. */
  readonly operator: { readonly name: string; readonly address: readonly string[]; readonly email: string } | undefined;
  /** Where messages of the contact form go. Undefined: they are stored, and mailed to the operator's address where there is one. */
  readonly supportEmail: string | undefined;
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
}

export function siteOf(given: Given): SiteConfig {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_EMAIL: operatorEmail } = given;
  return {
    operator:
      name === undefined || address === undefined || operatorEmail === undefined
        ? undefined
        : { name, address, email: operatorEmail },
    supportEmail: given.SUPPORT_EMAIL,
  };
}
