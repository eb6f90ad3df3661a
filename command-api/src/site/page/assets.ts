import { directionOf, type Language, scriptOf, type Script } from '@clearcut/schemas/languages';
import { GUIDE_FILES, ofGuides } from '@clearcut/schemas/site/pages';
import type { ShownPage } from './shown-page.ts';

/** A built file and its imports (vite.dev/guide/backend-integration). */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}
/** By source path in `client/`. */
export type BuildManifest = Readonly<Record<string, Chunk>>;

export type AssetsOf = (shown: Pick<ShownPage, 'page' | 'language'>) => string;

const SITE_PAGE = 'src/app/site-pages.tsx';
const ACCOUNT_FORM = 'src/app/auth-pages.ts';
const LEGAL = [SITE_PAGE, 'src/features/site/LegalPage.tsx'];
const CONTACT = [SITE_PAGE, 'src/features/site/contact/ContactPage.tsx'];

const CODE: Partial<Record<ShownPage['page'], readonly string[]>> = {
  home: ['src/features/site/home/HomePage.tsx'],
  pricing: ['src/app/pricing-route.tsx', 'src/features/billing/pricing/PricingPage.tsx'],
  contact: CONTACT,
  contactSent: CONTACT,
  contactFailed: CONTACT,
  faq: [SITE_PAGE, 'src/features/site/FaqPage.tsx'],
  terms: LEGAL,
  privacy: LEGAL,
  cookies: LEGAL,
  dataDeletion: LEGAL,
  pictureCredits: [SITE_PAGE, 'src/features/site/PictureCreditsPage.tsx'],
  docs: [SITE_PAGE, 'src/features/developers/docs/DocsPage.tsx'],
  ...ofGuides((guide) => [SITE_PAGE, 'src/features/developers/docs/guide/GuidePage.tsx', `../${GUIDE_FILES[guide]}`]),
  apiReference: [SITE_PAGE, 'src/features/developers/docs/ApiDocsPage.tsx'],
  apiTypes: [SITE_PAGE, 'src/features/developers/docs/ApiTypesPage.tsx'],
  apiErrors: [SITE_PAGE, 'src/features/developers/docs/ErrorsPage.tsx'],
  upload: [
    'src/app/layouts/QueryLayout.tsx',
    'src/app/layouts/UploadLayout.tsx',
    'src/features/pictures/upload-page/UploadPage.tsx',
  ],
  forgotPassword: [ACCOUNT_FORM, 'src/features/auth/pages/ForgotPasswordPage.tsx'],
  notFound: ['src/features/site/not-found/NotFoundPage.tsx'],
};

type Typeface = readonly [family: string, subset: string];

const TYPEFACES: Partial<Record<Script, Typeface>> = {
  Arab: ['readex-pro', 'arabic'],
  Cyrl: ['noto-sans', 'cyrillic'],
  Grek: ['noto-sans', 'greek'],
  Hebr: ['noto-sans-hebrew', 'hebrew'],
  Thai: ['noto-sans-thai', 'thai'],
};
const ours = (subset: string): readonly Typeface[] => [
  ['instrument-sans', subset],
  ['bricolage-grotesque', subset],
];
const BEYOND_LATIN_1: ReadonlySet<Language> = new Set(['cs', 'hr', 'hu', 'lv', 'pl', 'ro', 'sk', 'sl', 'sr', 'tr']);

/** Fonts missing from the document load too late to be shown. */
export function typefacesOf(language: Language): readonly Typeface[] {
  const special = TYPEFACES[scriptOf(language)];
  return [
    ...(special === undefined ? [] : [special]),
    ...ours('latin'),
    ...(BEYOND_LATIN_1.has(language) ? ours('latin-ext') : []),
  ];
}

const typeface = (family: string): string => `../node_modules/@fontsource-variable/${family}`;
const RTL_STYLES = 'src/app/theme/rtl-cache.ts';

/** @param texts folder of texts in the build, without leading or trailing slash */
export function createAssetsOf(manifest: BuildManifest, texts: string): AssetsOf {
  const found = (source: string): Chunk => {
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The client's build has no ${source}`);
    return chunk;
  };
  const addFiles = (source: string, to: Set<string>): void => {
    const { file, imports = [] } = found(source);
    if (to.has(file)) return;
    to.add(file);
    for (const one of imports) addFiles(one, to);
  };
  const first = new Set<string>();
  addFiles('index.html', first);
  const font = ([family, subset]: Typeface): string =>
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${found(`${typeface(family)}/files/${family}-${subset}-wght-normal.woff2`).file}">`;

  return ({ page, language }) => {
    const files = new Set<string>();
    for (const source of CODE[page] ?? []) addFiles(source, files);
    if (directionOf(language) === 'rtl') addFiles(RTL_STYLES, files);
    const modules = [...files]
      .filter((file) => !first.has(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const special = TYPEFACES[scriptOf(language)];
    const styles =
      special && `<link rel="stylesheet" crossorigin href="/${found(`${typeface(special[0])}/wght.css`).file}">`;
    const fonts = typefacesOf(language).map(font);
    const words = `<link rel="preload" as="fetch" crossorigin href="/${texts}/${language}/first.json">`;
    return [styles, ...fonts, words, ...modules].join('');
  };
}
