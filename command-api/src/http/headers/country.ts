import type { CountryOfAddress } from '@clearcut/platform/country/country-database';
import type { HttpRequest } from '../message.ts';
import { firstLanguages } from './languages.ts';

export interface CountrySources {
  /** Header in which a proxy of the operator's tells the country, such as `cf-ipcountry`. */
  readonly header: string | undefined;
  readonly ofAddress: CountryOfAddress | undefined;
}

type Sender = Pick<HttpRequest, 'headers' | 'ip'>;

/** The country that a request comes from (ISO 3166): as the proxy says, else as the database knows. Undefined when neither tells. */
export function knownCountryOf({ headers, ip }: Sender, { header, ofAddress }: CountrySources): string | undefined {
  const told = header === undefined ? undefined : headers[header.toLowerCase()];
  return isoOf(told) ?? isoOf(ofAddress?.(ip));
}

/** As `knownCountryOf`, else the region of the language that the browser prefers: good enough to choose a currency by, and for no law. */
export function countryOf(sender: Sender, sources: CountrySources): string | undefined {
  return knownCountryOf(sender, sources) ?? isoOf(regionOf(sender.headers['accept-language']));
}

/** Proxies say XX and T1 where they know no country. */
function isoOf(text: unknown): string | undefined {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : undefined;
}

/** Of the first language that names one. */
function regionOf(languages: string | undefined): string | undefined {
  for (const language of firstLanguages(languages)) {
    const tag = language.split(';')[0]?.trim() ?? '';
    const { region } = localeOf(tag) ?? {};
    if (region !== undefined) return region;
  }
  return undefined;
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
