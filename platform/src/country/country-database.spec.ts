import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { openCountryDatabase } from './country-database.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'country-'));
});
afterEach(() => rm(folder, { recursive: true }));

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x40 + value.length]), Buffer.from(value)]);
const map = (...entries: (readonly [string, Buffer])[]): Buffer =>
  Buffer.concat([Buffer.from([0xe0 + entries.length]), ...entries.flatMap(([key, value]) => [text(key), value])]);
const uint16 = (value: number): Buffer => Buffer.from([0xa2, value >> 8, value & 0xff]);
const uint32 = (value: number): Buffer => Buffer.from([0xc1, value]);

const record = (value: number): number[] => [0, 0, value];

/** Lower half of IPv4: Germany; upper half: nowhere. */
function smallest(): Buffer {
  const [nodes, gap] = [1, 16];
  return Buffer.concat([
    Buffer.from([...record(nodes + gap), ...record(nodes)]),
    Buffer.alloc(gap),
    map(['country', map(['iso_code', text('DE')])]),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    map(
      ['node_count', uint32(nodes)],
      ['record_size', uint16(24)],
      ['ip_version', uint16(4)],
      ['database_type', text('Country')],
      ['binary_format_major_version', uint16(2)],
      ['binary_format_minor_version', uint16(0)],
    ),
  ]);
}

test('finds the country of an address, even in IPv6 notation', async () => {
  const path = join(folder, 'country.mmdb');
  await writeFile(path, smallest());
  const countryOf = await openCountryDatabase(path);
  expect(countryOf('10.1.2.3')).toBe('DE');
  expect(countryOf('::ffff:10.1.2.3')).toBe('DE');
  expect(countryOf('200.1.2.3')).toBeUndefined();
  expect(countryOf('nonsense')).toBeUndefined();
});

test('refuses a setting that names no file at the start', async () => {
  const path = join(folder, 'country.mmdb');
  await expect(openCountryDatabase(path)).rejects.toThrow(ConfigError);
  await writeFile(path, 'nothing of the kind');
  await expect(openCountryDatabase(path)).rejects.toThrow('GEOIP_DATABASE');
});
