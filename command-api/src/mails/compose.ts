import type { Mail } from '@clearcut/platform/mail/port';
import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import { directionOf, type Language, tagOf } from '@clearcut/schemas/languages';
import { day, money } from '../texts/amounts.ts';
import { duration, inUnit } from '../texts/durations.ts';
import { languageFor, textsIn } from '../texts/texts.ts';
import { htmlOf, type MailContent, textOf } from './layout.ts';
import { isLink, LINK_LIFETIMES_MS, type LinkPurpose } from './links.ts';
import type { MailDetails, QueuedMail } from './queue.ts';

export interface MailFacts {
  readonly origin: string;
  readonly token?: string;
  readonly inviter?: string;
  readonly member?: string;
  /** HD pictures that a confirmed address brings a new team. */
  readonly freePictures?: number;
  readonly hasCredits?: boolean;
}

const LINKS: Record<LinkPurpose, (token: string, prefix: string) => string> = {
  reset: (token, prefix) => `${prefix}/change-password/${token}`,
  magic: (token) => `/auth/magic-link?token=${token}`,
  invitation: (token, prefix) => `${prefix}/accept-invitation?token=${token}`,
  proof: (token, prefix) => `${prefix}/confirm-address?token=${token}`,
  'address-change': (token, prefix) => `${prefix}/confirm-address?change=1&token=${token}`,
};

/** Events that the owner may not have caused. A new password locks out the stranger who did. */
const LEAD_TO_RESET: ReadonlySet<QueuedMail['kind']> = new Set([
  'address-proved',
  'sign-up-tried',
  'address-taken',
  'address-change-asked',
  'password-changed',
  'second-factor-added',
  'second-factor-removed',
  'second-factor-reset',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'api-key-made',
] as const);

/** In the recipient's language. @throws Error when a fact is missing that the text needs */
export function composeMail(
  { id, kind, recipient, language: wanted, facts: details }: QueuedMail,
  facts: MailFacts,
): Mail {
  const language = languageFor(wanted);
  const direction = directionOf(language);
  const t = textsIn(language, 'mails');
  // Isolates left-to-right values, which would reorder a right-to-left sentence.
  const isolated = (value: string): string => (direction === 'rtl' ? `\u2068${value}\u2069` : value);
  const values = {
    email: isolated(recipient),
    host: isolated(new URL(facts.origin).host),
    ...(facts.inviter === undefined ? {} : { inviter: isolated(facts.inviter) }),
    ...(facts.member === undefined ? {} : { member: isolated(facts.member) }),
    ...(isLink(kind) ? { lifetime: duration(LINK_LIFETIMES_MS[kind], language) } : {}),
    accountYears: inUnit(RETENTION_YEARS.account, 'year', language),
    billingYears: inUnit(RETENTION_YEARS.billing, 'year', language),
    supportYears: inUnit(RETENTION_YEARS.support, 'year', language),
    ...(details.host === undefined ? {} : { webhook: isolated(details.host) }),
    ...(details.picture === undefined ? {} : { picture: isolated(details.picture) }),
    ...(details.key === undefined ? {} : { key: isolated(details.key) }),
    ...breakGlassValues(details, isolated, t),
    ...paymentValues(details, language, t),
  };
  const { freePictures: count = 0 } = facts;
  const withOffer = (title: string): string =>
    count === 0
      ? title
      : `${title} – ${t('offer', { count, number: new Intl.NumberFormat(tagOf(language)).format(count) })}`;
  const title = kind === 'proof' ? withOffer(t(`${kind}.title`, values)) : t(`${kind}.title`, values);
  const url = addressOf(kind, language, facts);
  const text = kind === 'invitation' && facts.hasCredits === false ? `${kind}.textWithoutCredits` : `${kind}.text`;
  const content: MailContent = {
    language,
    direction,
    title,
    text: owes(kind, details) ? `${t(text, values)} ${t('amountDue', values)}` : t(text, values),
    note: t(`${kind}.note`, values),
    footer: t('footer', values),
    ...(url === undefined ? {} : { action: { label: t(`${kind}.action`), url, help: t('linkHelp') } }),
  };
  return { id, to: recipient, subject: t(`${kind}.subject`, values), html: htmlOf(content), text: textOf(content) };
}

const owes = (kind: QueuedMail['kind'], { amount }: MailDetails): boolean =>
  (kind === 'payment-failed' || kind === 'payment-action') && amount !== undefined;

function breakGlassValues(
  { breakGlass }: MailDetails,
  isolated: (value: string) => string,
  t: ReturnType<typeof textsIn>,
): Record<string, string> {
  if (breakGlass === undefined) return {};
  const { reason, text } = breakGlass;
  return { reason: t(`reasons.${reason}`), words: isolated(text) };
}

function paymentValues(
  { amount, date, credits, plan }: MailDetails,
  language: Language,
  t: ReturnType<typeof textsIn>,
): Record<string, string> {
  return {
    ...(amount === undefined ? {} : { amount: money(amount.minor, amount.currency, language) }),
    ...(date === undefined ? {} : { date: day(date, language) }),
    ...(credits === undefined ? {} : { credits: new Intl.NumberFormat(tagOf(language)).format(credits) }),
    ...(plan === undefined ? {} : { item: t(`items.${plan ?? 'other'}`) }),
    ...(plan === undefined || plan === null ? {} : { plan: t(`plans.${plan}`) }),
  };
}

function addressOf(kind: QueuedMail['kind'], language: Language, { origin, token }: MailFacts): string | undefined {
  const prefix = language === 'en' ? '' : `/${language}`;
  if (kind === 'account-closed') return undefined;
  if (LEAD_TO_RESET.has(kind)) return `${origin}${prefix}/forgot-password`;
  if (kind === 'address-changed') return `${origin}${prefix}/contact`;
  if (kind === 'webhook-disabled') return `${origin}/app/api`;
  if (kind === 'support-cut-out') return `${origin}/app/my-images`;
  if (kind === 'break-glass') return `${origin}/app/who-looked`;
  if (!isLink(kind)) return `${origin}/app/billing`;
  if (token === undefined) throw new Error(`A mail of kind ${kind} needs a token`);
  return origin + LINKS[kind](token, prefix);
}
