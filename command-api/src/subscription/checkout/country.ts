import type { CountryOfAddress } from '@clearcut/platform/country/country-database';
import type { HttpRequest } from '../../http/message.ts';

export interface CountrySources {
  /** Header in which a proxy of the operator's tells the country, such as `cf-ipcountry`. */
  readonly header: string | undefined;
  readonly ofAddress: CountryOfAddress | undefined;
}

/**
 * The country that a request comes from (ISO 3166): as the proxy says, else as the database knows, else the region of the language that the
 * browser prefers. Undefined when none of them tells.
 */
export function countryOf(
  { headers, ip }: Pick<HttpRequest, 'headers' | 'ip'>,
  { header, ofAddress }: CountrySources,
): string | undefined {
  const told = header === undefined ? undefined : headers[header.toLowerCase()];
  return isoOf(told) ?? isoOf(ofAddress?.(ip)) ?? isoOf(regionOf(headers['accept-language']));
}

/** Proxies say XX and T1 where they know no country. */
function isoOf(text: unknown): string | undefined {
  const code = typeof text === 'string' ? text.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : undefined;
}

/** Of the first language that names one. */
function regionOf(languages: string | undefined): string | undefined {
  for (const language of (languages ?? '').split(',')) {
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
