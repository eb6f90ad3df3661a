import { DEFAULT_LANGUAGE, type Language, tagOf, TRANSLATIONS } from '@clearcut/schemas/languages';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { sharePictureOf, SHARE_SIZE } from '@clearcut/schemas/site/share-pictures';
import { FIRST_HEAD_ATTRIBUTE } from '@clearcut/schemas/site/facts';
import { Html, html } from '../../texts/html.ts';
import { pageTextsIn } from '../../texts/texts.ts';
import { manifestPath } from '../manifest.ts';
import { type ShownPage, type Words, wordsOf } from './shown-page.ts';
import { structuredData } from './structured-data.ts';

/** Open Graph requires a country: the one with most readers. */
function openGraphLocale(language: Language): string {
  // Open Graph's name for Arabic of any country.
  if (language === 'ar') return 'ar_AR';
  const { language: main, region } = new Intl.Locale(tagOf(language)).maximize();
  return `${main}_${region}`;
}

/** The client adopts the tags of a rendered page, and removes a shell's once it shows its own. */
const FIRST = new Html(FIRST_HEAD_ATTRIBUTE);
const NOTHING = new Html('');

export function headOf(shown: ShownPage, { isDrawn }: { readonly isDrawn: boolean }): Html {
  const { page, language, path } = shown;
  const first = isDrawn ? NOTHING : FIRST;
  const words = wordsOf(shown);
  const manifest = html`<link rel="manifest" href="${manifestPath(language)}" />`;
  if (words === undefined || page === 'private') {
    return html`<title ${first}>Clearcut</title><meta name="robots" content="noindex" ${first} />${manifest}`;
  }
  const described = html`<title ${first}>${words.title}</title>
    <meta name="description" content="${words.description}" ${first} />`;
  if (path === undefined || page === 'notFound') {
    return html`${described}<meta name="robots" content="noindex" ${first} />${manifest}`;
  }
  const addresses = shown.isIndexed
    ? alternates(shown, path, first)
    : html`<meta name="robots" content="noindex" ${first} />`;
  return html`${described}${addresses}${manifest}${card(shown, words)}${structuredData(shown, words)}`;
}

function alternates(
  { language, facts: { origin } }: ShownPage,
  path: NonNullable<ShownPage['path']>,
  first: Html,
): Html {
  const address = (code: Language): string => new URL(localPath(code, path), origin).href;
  return html`<link rel="canonical" href="${address(language)}" ${first} />${TRANSLATIONS.map(
      ({ code }) => html`<link rel="alternate" hreflang="${tagOf(code)}" href="${address(code)}" ${first} />`,
    )}<link rel="alternate" hreflang="x-default" href="${address(DEFAULT_LANGUAGE)}" ${first} />`;
}

/** Open Graph (ogp.me), plus Twitter's extras. */
function card({ page, language, path, isIndexed, facts: { origin } }: ShownPage, { title, description }: Words): Html {
  if (page === 'private' || page === 'notFound') return html``;
  const picture = sharePictureOf(page);
  const address = `${origin}/share/${picture}.jpg`;
  const what = pageTextsIn(language, 'uploads')(`examples.${picture}`);
  const alt = pageTextsIn(language, 'home')('pairs.alt', { what });
  const others = TRANSLATIONS.filter(({ code }) => code !== language);
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', 'Clearcut'],
    ['og:title', title],
    ['og:description', description],
    // An unlisted address may hold a token.
    ...(isIndexed && path !== undefined
      ? ([['og:url', new URL(localPath(language, path), origin).href]] as const)
      : []),
    ['og:locale', openGraphLocale(language)],
    ...others.map(({ code }) => ['og:locale:alternate', openGraphLocale(code)] as const),
    ['og:image', address],
    ['og:image:type', 'image/jpeg'],
    ['og:image:width', String(SHARE_SIZE.width)],
    ['og:image:height', String(SHARE_SIZE.height)],
    ['og:image:alt', alt],
  ];
  const names: readonly (readonly [string, string])[] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', address],
    ['twitter:image:alt', alt],
  ];
  return html`${properties.map(([name, content]) => html`<meta property="${name}" content="${content}" />`)}${names.map(
    ([name, content]) => html`<meta name="${name}" content="${content}" />`,
  )}`;
}
