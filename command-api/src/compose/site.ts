import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import { isPlanPrice } from '@clearcut/schemas/subscription/prices';
import type { Config } from '@clearcut/platform/config/config';
import { projectRoot } from '@clearcut/platform/config/project';
import { openCountryDatabase } from '@clearcut/platform/country/country-database';
import type { CountrySources } from '../http/headers/country.ts';
import type { Others } from '../http/policy/other-hosts.ts';
import type { Site } from '../http/site.ts';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { SiteOffer } from '../site/page/shown-page.ts';
import { createSite } from '../site/site.ts';
import { activePrices, chosenCurrency } from '../subscription/checkout/offers.ts';

/** Folder of the built client. */
export const clientDirectory = join(projectRoot, 'client', 'dist');

/** What pages load from others, or send to them. */
export const othersOf = ({ tags, chat, errors }: Config): Others => ({ tags, chat: chat?.widget, errors });

/** The public site of this installation; undefined where the client is not built. */
export function openSite({
  config,
  provider,
  apiDocument,
  origin,
}: {
  readonly config: Config;
  /** Undefined where nothing is sold. */
  readonly provider: PaymentProvider | undefined;
  readonly apiDocument: () => ApiDocument;
  /** Origin of the product as people reach it; asked for only when the server listens. */
  readonly origin: () => string;
}): Site | undefined {
  const index = join(clientDirectory, 'index.html');
  if (!existsSync(index)) return undefined;
  return createSite({
    origin,
    hosts: config.hosts,
    isListed: config.publicUrl !== undefined && !config.sandbox,
    securityContact: config.supportEmail ?? config.operator?.email,
    index: readFileSync(index, 'utf8'),
    facts: () => ({
      origin: origin(),
      operator: config.operator ?? null,
      hosts: config.hosts,
      ...othersOf(config),
    }),
    apiDocument,
    offers: () => offersOf(provider),
  });
}

/** A page with its prices is not worth a longer wait for the payment provider: the client asks for them too. */
const OFFERS_PATIENCE_MS = 1_000;

/** What is sold, in the currency that strangers are shown; nothing where the payment provider does not answer in time. */
async function offersOf(provider: PaymentProvider | undefined): Promise<readonly SiteOffer[]> {
  if (provider === undefined) return [];
  const asked = async (): Promise<readonly SiteOffer[]> => {
    const currency = await chosenCurrency(provider, {});
    const prices = await activePrices(provider);
    return prices
      .filter(({ name }) => name === 'trial' || isPlanPrice(name))
      .map(({ name, amounts, interval }) => ({ name, amount: amounts[currency] ?? 0, currency, interval }));
  };
  const late = setTimeout(OFFERS_PATIENCE_MS, [], { ref: false });
  return Promise.race([asked().catch(() => []), late]);
}

/** What tells the country that a visitor comes from. @throws Error where the database of the settings cannot be read */
export async function openCountries({ geoipDatabase: path, countryHeader: header }: Config): Promise<CountrySources> {
  return { header, ofAddress: path === undefined ? undefined : await openCountryDatabase(path) };
}
