import { faqItems, siteNumbers } from '@clearcut/schemas/site/content';
import { localPath } from '@clearcut/schemas/site/resolve-page';
import { sharePictureOf } from '@clearcut/schemas/site/share-pictures';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { isPlanPrice } from '@clearcut/schemas/subscription/prices';
import { minorDigitsOf } from '@clearcut/schemas/text/money';
import { Html } from '../../texts/html.ts';
import { pageTextsIn } from '../../texts/texts.ts';
import { headingOf } from './heading.ts';
import type { ShownPage, Words } from './shown-page.ts';

type Thing = Readonly<Record<string, unknown>>;

/**
 * schema.org as JSON-LD, on listed pages only. Browsers do not run this script type, so the content security policy
 * allows it.
 */
export function structuredData(shown: ShownPage, words: Words): Html {
  if (!shown.isIndexed) return new Html('');
  const things = [...(shown.page === 'home' ? ofHome(shown, words) : [trailOf(shown)]), ...ofPage(shown, words)];
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  // No text in it may close the element.
  return new Html(`<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`);
}

const homeOf = ({ language, facts }: ShownPage): string => new URL(localPath(language, '/'), facts.origin).href;

function ofHome(shown: ShownPage, { description }: Words): Thing[] {
  const { origin, operator } = shown.facts;
  return [
    {
      '@type': 'WebSite',
      '@id': `${origin}/#site`,
      name: 'Clearcut',
      url: homeOf(shown),
      inLanguage: shown.language,
      description,
      publisher: { '@id': `${origin}/#organization` },
    },
    {
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name: operator?.name ?? 'Clearcut',
      url: `${origin}/`,
      logo: `${origin}/icons/icon-512.png`,
      ...(operator === null ? {} : { email: operator.email, address: operator.address.join(', ') }),
    },
    application(shown, description, [{ '@type': 'Offer', price: '0', priceCurrency: 'USD' }]),
  ];
}

function ofPage(shown: ShownPage, { description }: Words): Thing[] {
  if (shown.page === 'faq') return [questions(shown)];
  const offers = (shown.facts.sold?.prices ?? []).filter(({ name }) => name === 'trial' || isPlanPrice(name));
  if (offers.length === 0) return [];
  const plan = pageTextsIn(shown.language, 'payments');
  return [
    application(
      shown,
      description,
      offers.map((offer) => offerOf(offer, plan(`plan.${offer.name}`), shown)),
    ),
  ];
}

const application = (shown: ShownPage, description: string, offers: readonly Thing[]): Thing => ({
  '@type': 'SoftwareApplication',
  name: 'Clearcut',
  url: homeOf(shown),
  description,
  applicationCategory: 'MultimediaApplication',
  operatingSystem: 'Any',
  inLanguage: shown.language,
  image: `${shown.facts.origin}/share/${sharePictureOf('home')}.jpg`,
  offers,
});

function offerOf({ name, unitAmount, currency, interval }: PriceAnswer, title: string, shown: ShownPage): Thing {
  const digits = minorDigitsOf(currency);
  const price = (unitAmount / 10 ** digits).toFixed(digits);
  const priceCurrency = currency.toUpperCase();
  return {
    '@type': 'Offer',
    name: title,
    url: new URL(localPath(shown.language, '/pricing'), shown.facts.origin).href,
    price,
    priceCurrency,
    ...(interval === 'month' && isPlanPrice(name)
      ? {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price,
            priceCurrency,
            billingDuration: 1,
            billingIncrement: 1,
            unitCode: 'MON',
          },
        }
      : {}),
  };
}

function questions({ language, facts }: ShownPage): Thing {
  const t = pageTextsIn(language, 'faq');
  const numbers = siteNumbers(language);
  return {
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: faqItems(facts).map((item) => ({
      '@type': 'Question',
      name: t(`items.${item}.q`),
      acceptedAnswer: { '@type': 'Answer', text: t(`items.${item}.a`, numbers) },
    })),
  };
}

function trailOf(shown: ShownPage): Thing {
  const { language, path, facts } = shown;
  const steps = [
    { name: 'Clearcut', item: homeOf(shown) },
    { name: headingOf(shown), item: new URL(localPath(language, path ?? '/'), facts.origin).href },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}
