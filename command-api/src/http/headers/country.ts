import type { CountryOfAddress } from '@clearcut/platform/country/country-database';
import type { HttpRequest } from '../message.ts';
import { firstLanguages } from './languages.ts';

export interface CountrySources {
  /** Set by the operator's proxy, such as `cf-ipcountry`. */
  readonly header: string | undefined;
  readonly ofAddress: CountryOfAddress | undefined;
}

type Sender = Pick<HttpRequest, 'headers' | 'ip'>;

/** ISO 3166, from the proxy, otherwise from the database. */
export function knownCountryOf({ headers, ip }: Sender, { header, ofAddress }: CountrySources): string | undefined {
  const code = header === undefined ? undefined : headers[header.toLowerCase()];
  return isoOf(code) ?? isoOf(ofAddress?.(ip));
}

/** Falls back to the language's region: enough for a currency, not for legal rules. */
export function countryOf(sender: Sender, sources: CountrySources): string | undefined {
  return knownCountryOf(sender, sources) ?? isoOf(regionOf(sender.headers['accept-language']));
}

/** The country that a program names in `header` comes first. */
export const requestedCountryOf = (sender: Sender, header: 'x-country' | 'x-user-country', sources: CountrySources) =>
  isoOf(sender.headers[header]) ?? countryOf(sender, sources);

/** Proxies send XX and T1 for unknown countries. */
function isoOf(text: unknown): string | undefined {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : undefined;
}

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
