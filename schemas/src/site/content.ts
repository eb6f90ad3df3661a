import { tagOf } from '../languages.ts';
import {
  BULK_MAX_IMAGES,
  HD_SAVE_CREDITS,
  IMAGE_RETENTION_MS,
  MAX_PIXELS,
  MAX_UPLOAD_BYTES,
  MIN_AGE_YEARS,
  PREVIEW_MAX_SIDE,
  RETENTION_YEARS,
} from '../constants.ts';
import { CHAT_NAMES } from './chat.ts';
import type { SiteFacts } from './facts.ts';
import { ROLL_OVER_MONTHS, TRIAL_DAYS } from '../subscription/prices.ts';

type FaqGroup = 'pictures' | 'credits' | 'account';
type FaqItem = 'cost' | 'files' | 'kept' | 'seen' | 'account' | 'wrong' | 'many' | 'team' | 'trial';
const FAQ_GROUPS: Readonly<Record<FaqGroup, readonly FaqItem[]>> = {
  pictures: ['files', 'wrong', 'kept', 'seen'],
  credits: ['cost', 'trial'],
  account: ['account', 'many', 'team'],
};
const ABOUT_CREDITS: readonly string[] = ['cost', 'team', 'trial'];

/** Without questions that do not arise here, and groups without any. */
export const faqGroups = ({
  hasCredits,
}: Pick<SiteFacts, 'hasCredits'>): readonly (readonly [FaqGroup, readonly FaqItem[]])[] =>
  (Object.keys(FAQ_GROUPS) as FaqGroup[])
    .map((group) => [group, FAQ_GROUPS[group].filter((item) => hasCredits || !ABOUT_CREDITS.includes(item))] as const)
    .filter(([, items]) => items.length > 0);

export const faqItems = (facts: Pick<SiteFacts, 'hasCredits'>): readonly FaqItem[] =>
  faqGroups(facts).flatMap(([, items]) => items);

export const PRICING_QUESTIONS = ['credit', 'left', 'pack', 'change', 'cancel', 'pay'] as const;

export const API_GUIDES = ['start', 'removebg', 'rembg', 'webhooks'] as const;
export type ApiGuide = (typeof API_GUIDES)[number];

const LEGAL_SECTIONS = {
  terms: ['service', 'age', 'pictures', 'plans', 'account', 'liability'],
  privacy: ['pictures', 'account', 'log', 'billing', 'support', 'others', 'rights'],
  cookies: ['needed', 'stored', 'tracking'],
  dataDeletion: ['picture', 'account', 'message'],
} as const;

export type LegalDocument = keyof typeof LEGAL_SECTIONS;

type Others = Pick<SiteFacts, 'tags' | 'chat' | 'errors' | 'hasCredits'>;

const ABOUT_PAYMENTS: readonly string[] = ['plans', 'billing'];

/** Sections match what the installation does about tracking, chat and reports. */
export function legalSections(document: LegalDocument, { hasCredits, tags, chat, errors }: Others): readonly string[] {
  const shown = LEGAL_SECTIONS[document].filter((section) => hasCredits || !ABOUT_PAYMENTS.includes(section));
  const sections = shown.map((section) => (section === 'tracking' && tags !== undefined ? tags.kind : section));
  if (document !== 'cookies') return sections;
  return [...sections, ...(chat === undefined ? [] : ['chat']), ...(errors === undefined ? [] : ['errors'])];
}

export const legalNames = ({ chat }: Pick<SiteFacts, 'chat'>) =>
  chat === undefined ? {} : { chat: CHAT_NAMES[chat.kind] };

/** Last change of meaning. */
export const LEGAL_LAST_CHANGED = '2026-11-25';

/** Numbers in the language's format, in one table, so that pages agree. */
export function siteNumbers(language: string) {
  const number = new Intl.NumberFormat(tagOf(language));
  const format = (value: number): string => number.format(value);
  const megabytes = new Intl.NumberFormat(tagOf(language), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 0,
  });
  return {
    pixels: format(PREVIEW_MAX_SIDE),
    size: megabytes.format(MAX_UPLOAD_BYTES / 1024 / 1024),
    megapixels: format(MAX_PIXELS / 1_000_000),
    hours: format(IMAGE_RETENTION_MS / 3_600_000),
    bulk: format(BULK_MAX_IMAGES),
    days: format(TRIAL_DAYS),
    credits: format(HD_SAVE_CREDITS),
    months: format(ROLL_OVER_MONTHS),
    age: format(MIN_AGE_YEARS),
    accountYears: format(RETENTION_YEARS.account),
    billingYears: format(RETENTION_YEARS.billing),
    supportYears: format(RETENTION_YEARS.support),
  };
}
