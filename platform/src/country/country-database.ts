import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { ConfigError } from '../config/config.ts';

/** ISO 3166; undefined when unknown. */
export type CountryOfAddress = (address: string) => string | undefined;

/**
 * https://maxmind.github.io/MaxMind-DB
 * @throws ConfigError for another file
 */
export async function openCountryDatabase(path: string): Promise<CountryOfAddress> {
  try {
    const reader = new Reader<CountryResponse>(await readFile(path));
    return (address) => {
      // IPv4-mapped IPv6.
      const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
      return isIP(plain) === 0 ? undefined : reader.get(plain)?.country?.iso_code;
    };
  } catch (error) {
    throw new ConfigError(
      `The setting GEOIP_DATABASE names ${path}, which is no database of countries: ${String(error)}`,
    );
  }
}
