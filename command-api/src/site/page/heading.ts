import { ofGuides } from '@clearcut/schemas/site/pages';
import { type PageTextFile, pageTextsIn } from '../../texts/texts.ts';
import { type ShownPage, wordsOf } from './shown-page.ts';

const HEADINGS: Partial<Record<ShownPage['page'], readonly [file: PageTextFile, ...keys: string[]]>> = {
  home: ['home', 'headline.keep', 'headline.lose'],
  pricing: ['pricing', 'title'],
  faq: ['faq', 'title'],
  contact: ['contact', 'title'],
  contactFailed: ['contact', 'title'],
  contactSent: ['contact', 'sent.title'],
  terms: ['legal', 'terms.title'],
  privacy: ['legal', 'privacy.title'],
  cookies: ['legal', 'cookies.title'],
  dataDeletion: ['legal', 'dataDeletion.title'],
  pictureCredits: ['legal', 'pictureCredits.title'],
  docs: ['docs', 'index.title'],
  ...ofGuides((guide) => ['docs', `index.pages.${guide}`] as const),
  apiReference: ['docs', 'api.title'],
  apiTypes: ['docs', 'types.title'],
  apiErrors: ['docs', 'errors.title'],
  notFound: ['common', 'notFound.title'],
};

export function headingOf({ page, language }: Pick<ShownPage, 'page' | 'language'>): string {
  const [file, ...keys] = HEADINGS[page] ?? [];
  // Drops the product name that ends each title.
  if (file === undefined) return wordsOf({ page, language })?.title.replace(/ – .*$/, '') ?? 'Clearcut';
  const t = pageTextsIn(language, file);
  return keys.map((key) => t(key).replace(/<\/?\w+>/g, '')).join(' ');
}
