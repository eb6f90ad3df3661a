import type { Chat } from '@clearcut/schemas/site/chat';
import type { ErrorReporting, Tags } from '@clearcut/schemas/site/facts';
import { z } from 'zod';
import { checkCompanions, type Companions } from './required-together.ts';

export interface SiteConfig {
  readonly operator: { readonly name: string; readonly address: readonly string[]; readonly email: string } | undefined;
  /** Undefined: messages are only stored. */
  readonly supportEmail: string | undefined;
  /** Undefined: no page asks for consent. */
  readonly tags: Tags | undefined;
  readonly chat: { readonly widget: Chat; readonly secret: string } | undefined;
  readonly errors: ErrorReporting | undefined;
}

const email = z.email('must be an address such as support@example.com').optional();

const originOf = (error: string) =>
  z
    .url({ protocol: /^https?$/, error })
    .transform((text) => new URL(text).origin)
    .optional();

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
  PLAUSIBLE_URL: originOf('must be the address of a Plausible server, such as https://plausible.example.com'),
  INTERCOM_APP_ID: z
    .string()
    .regex(/^[a-z0-9]+$/, 'must be the id of a workspace of Intercom, such as abc12345')
    .optional(),
  CRISP_WEBSITE_ID: z.uuid('must be the id of a website at Crisp').optional(),
  CHATWOOT_URL: originOf('must be the address of a Chatwoot server, such as https://chat.example.com'),
  CHATWOOT_TOKEN: z.string().regex(/^\w+$/, 'must be the token of a website inbox of Chatwoot').optional(),
  CHAT_SECRET: z.string().optional(),
  ERROR_REPORTING_DSN: z
    .string()
    .regex(/^https?:\/\/\w+@[^@/?#]+(\/[\w.-]+)*\/\d+$/, 'must look like https://key@errors.example.com/1')
    .refine((text) => URL.canParse(text), 'must look like https://key@errors.example.com/1')
    .optional(),
};

type Given = z.infer<z.ZodObject<typeof siteSettings>>;

const COMPANIONS: Companions<Given> = [
  ['OPERATOR_NAME', 'OPERATOR_ADDRESS'],
  ['OPERATOR_NAME', 'OPERATOR_EMAIL'],
  ['OPERATOR_ADDRESS', 'OPERATOR_NAME'],
  ['OPERATOR_EMAIL', 'OPERATOR_NAME'],
  // Otherwise any visitor could pose as a member.
  ['INTERCOM_APP_ID', 'CHAT_SECRET'],
  ['CRISP_WEBSITE_ID', 'CHAT_SECRET'],
  ['CHATWOOT_TOKEN', 'CHAT_SECRET'],
  ['CHATWOOT_URL', 'CHATWOOT_TOKEN'],
  ['CHATWOOT_TOKEN', 'CHATWOOT_URL'],
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
  const [first, ...others] = (['INTERCOM_APP_ID', 'CRISP_WEBSITE_ID', 'CHATWOOT_URL'] as const).filter(
    (name) => given[name] !== undefined,
  );
  for (const other of others) refuse(other, `cannot be set beside ${first}`);
  if (given.CHAT_SECRET !== undefined && first === undefined) {
    refuse('CHAT_SECRET', 'is of no use without INTERCOM_APP_ID, CRISP_WEBSITE_ID or CHATWOOT_URL');
  }
}

function tagsOf({
  TAG_MANAGER: id,
  PAID_TRAFFIC_TRACKING: paidTraffic,
  PLAUSIBLE_URL: origin,
}: Given): Tags | undefined {
  if (id !== undefined && paidTraffic !== undefined) return { kind: 'gtm', id, paidTraffic };
  return origin === undefined ? undefined : { kind: 'plausible', origin };
}

function chatOf({
  INTERCOM_APP_ID: intercom,
  CRISP_WEBSITE_ID: crisp,
  CHATWOOT_URL: origin,
  CHATWOOT_TOKEN: chatwoot,
}: Given): Chat | undefined {
  if (intercom !== undefined) return { kind: 'intercom', id: intercom };
  if (crisp !== undefined) return { kind: 'crisp', id: crisp };
  return origin === undefined || chatwoot === undefined ? undefined : { kind: 'chatwoot', id: chatwoot, origin };
}

export function siteOf(given: Given): SiteConfig {
  const { OPERATOR_NAME: name, OPERATOR_ADDRESS: address, OPERATOR_EMAIL: operatorEmail } = given;
  const { CHAT_SECRET: secret, ERROR_REPORTING_DSN: dsn } = given;
  const widget = chatOf(given);
  return {
    operator:
      name === undefined || address === undefined || operatorEmail === undefined
        ? undefined
        : { name, address, email: operatorEmail },
    supportEmail: given.SUPPORT_EMAIL,
    tags: tagsOf(given),
    chat: widget === undefined || secret === undefined ? undefined : { widget, secret },
    errors: dsn === undefined ? undefined : { dsn },
  };
}
