import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { ConfigError } from '../config/config.ts';

/** The country of an address, as ISO 3166 has it; undefined where the database has none. */
export type CountryOfAddress = (address: string) => string | undefined;

/**
 * Reads a database of countries in MaxMind's form (https://maxmind.github.io/MaxMind-DB), which the operator brings: the product comes with none.
 * @throws ConfigError when the file is no such database
 */
export async function openCountryDatabase(path: string): Promise<CountryOfAddress> {
  try {
    const reader = new Reader<CountryResponse>(await readFile(path));
    return (address) => {
      // An IPv4 address that comes over IPv6.
      const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
      return isIP(plain) === 0 ? undefined : reader.get(plain)?.country?.iso_code;
    };
  } catch (error) {
    throw new ConfigError(
      `The setting GEOIP_DATABASE names ${path}, which is no database of countries: ${String(error)}`,
    );
  }
}
