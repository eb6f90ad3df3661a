import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Config } from '@clearcut/platform/config/config';
import { projectRoot } from '@clearcut/platform/config/project';
import { openCountryDatabase } from '@clearcut/platform/country/country-database';
import type { PaymentProvider } from '@clearcut/platform/payments/port';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { ApiDocument } from '@clearcut/schemas/api-reference/document';
import type { VisitorPrices } from '@clearcut/schemas/site/facts';
import type { CountrySources } from '../http/headers/country.ts';
import type { Others } from '../http/policy/other-hosts.ts';
import type { Part } from './parts.ts';
import type { Site } from '../http/site.ts';
import {
  type BuildManifest,
  createAssetsOf,
  createDocumentOf,
  createDocuments,
  createKeptDocuments,
  createRenderer,
  createSite,
} from '../site/index.ts';
import { activePrices, chosenCurrency, offeredCurrencies, priceAnswer } from '../subscription/index.ts';

export const clientDirectory = join(projectRoot, 'client', 'dist');
const SERVER_BUNDLE = join(projectRoot, 'client', 'server', 'dist', 'render.js');

export const othersOf = ({ tags, chat, errors }: Config): Others => ({ tags, chat: chat?.widget, errors });

/** Keeps startup free of rendering pages before their first request. */
const WARM_AFTER_MS = 60_000;

export interface OpenSiteOptions {
  readonly config: Config;
  readonly provider: PaymentProvider | undefined;
  readonly apiDocument: () => ApiDocument;
  readonly origin: () => string;
  readonly metrics: Metrics;
  readonly log: Logger;
}

interface OpenedSite extends Part {
  readonly site: Site | undefined;
}

export function openSite({ config, provider, apiDocument, origin, metrics, log }: OpenSiteOptions): OpenedSite {
  const countFailure = metrics.counter(
    'site_render_failed_total',
    'Public pages that were answered with their shell, which the browser draws: the renderer failed, or took too long',
  );
  const index = join(clientDirectory, 'index.html');
  if (!existsSync(index)) return { site: undefined };
  const markup = readFileSync(index, 'utf8');
  const manifest = JSON.parse(readFileSync(join(clientDirectory, '.vite', 'manifest.json'), 'utf8')) as BuildManifest;
  const renderer = createRenderer(pathToFileURL(SERVER_BUNDLE));
  const kept = createKeptDocuments(join(config.dataDir, 'site'), buildOf(markup));
  const isListed = config.publicUrl !== undefined && !config.sandbox;
  const site = createSite({
    origin,
    hosts: config.hosts,
    isListed,
    securityContact: config.supportEmail ?? config.operator?.email,
    documents: createDocuments({
      documentOf: createDocumentOf(markup, createAssetsOf(manifest, textsFolder())),
      renderer,
      kept,
      onFailure(error, { page, language }) {
        countFailure();
        log.warn({ err: error, page, language }, 'a page could not be drawn; the browser draws it');
      },
    }),
    facts: () => ({
      origin: origin(),
      operator: config.operator ?? null,
      hasCredits: config.hasCredits,
      starterCredits: config.starterCredits,
      chargesSmallSaves: config.chargeSmallSaves,
      hosts: config.hosts,
      ...othersOf(config),
    }),
    apiDocument,
    sold: () => visitorPrices(provider),
  });
  const stopping = new AbortController();
  const warm = async (): Promise<void> => {
    await setTimeout(WARM_AFTER_MS, undefined, { ref: false, signal: stopping.signal });
    await kept.forgetOthers();
    await site.warm(stopping.signal);
  };
  return {
    site,
    start() {
      if (isListed)
        warm().catch(
          (error: unknown) => stopping.signal.aborted || log.error({ err: error }, 'no pages were drawn ahead'),
        );
    },
    stop() {
      stopping.abort();
      renderer.stop();
    },
  };
}

function textsFolder(): string {
  const name = readdirSync(join(clientDirectory, 'assets')).find((one) => one.startsWith('texts-'));
  if (name === undefined) throw new Error('The client’s build has no texts');
  return `assets/${name}`;
}

/**
 * Changes with everything that pages are made of except settings: the client with its texts, and this service's code
 * and texts.
 */
function buildOf(index: string): string {
  const digest = createHash('sha256').update(index);
  for (const [folder, pattern] of [
    [new URL('../site/', import.meta.url), /\.ts$/],
    [new URL('../../locales/', import.meta.url), /site\.json$/],
  ] as const) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => pattern.test(name));
    for (const name of names.toSorted()) digest.update(readFileSync(new URL(name, folder)));
  }
  return digest.digest('hex').slice(0, 16);
}

/** Not worth a longer wait: the client requests prices too. */
const PRICES_TIMEOUT_MS = 1_000;

/**
 * In the currency shown to visitors. Null when nothing is sold, undefined when the payment provider does not answer in
 * time.
 */
async function visitorPrices(provider: PaymentProvider | undefined): Promise<VisitorPrices | null | undefined> {
  if (provider === undefined) return null;
  const asked = async (): Promise<VisitorPrices> => {
    const currency = await chosenCurrency(provider, {});
    const prices = await activePrices(provider);
    return {
      prices: prices.map((price) => priceAnswer(price, currency)),
      currencies: await offeredCurrencies(provider),
    };
  };
  const late = setTimeout(PRICES_TIMEOUT_MS, undefined, { ref: false });
  return Promise.race([asked().catch(() => undefined), late]);
}

/** @throws Error when the configured database cannot be read */
export async function openCountries({ geoipDatabase: path, countryHeader: header }: Config): Promise<CountrySources> {
  return { header, ofAddress: path === undefined ? undefined : await openCountryDatabase(path) };
}
