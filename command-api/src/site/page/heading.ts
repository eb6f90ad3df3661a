import { pageTextsIn } from '../../texts/texts.ts';
import { type ShownPage, wordsOf } from './shown-page.ts';

/** The one `h1` of a page. */
export function headingOf({ page, language }: Pick<ShownPage, 'page' | 'language'>): string {
  switch (page) {
    case 'home': {
      const t = pageTextsIn(language, 'home');
      return ['keep', 'lose', 'background'].map((part) => t(`headline.${part}`)).join(' ');
    }
    case 'faq':
    case 'pricing':
    case 'contact':
      return pageTextsIn(language, page)('title');
    case 'contactFailed':
      return pageTextsIn(language, 'contact')('title');
    case 'contactSent':
      return pageTextsIn(language, 'contact')('sent.title');
    case 'terms':
    case 'privacy':
    case 'cookies':
    case 'dataDeletion':
      return pageTextsIn(language, 'legal')(`${page}.title`);
    case 'notFound':
      return pageTextsIn(language, 'common')('notFound.title');
    default:
      // Forms of the account are named by their title, less the name of the product.
      return wordsOf({ page, language })?.title.replace(/ – .*$/, '') ?? 'Clearcut';
  }
}
