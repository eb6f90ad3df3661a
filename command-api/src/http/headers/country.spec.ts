import { expect, test } from 'vitest';
import { countryOf, knownCountryOf } from './country.ts';

const ofAddress = (address: string): string | undefined => (address === '10.0.0.1' ? 'ES' : undefined);
const request = (ip: string, headers: Record<string, string> = {}) => ({ ip, headers });

test.for([
  ["the proxy's header comes first", request('10.0.0.1', { 'cf-ipcountry': 'gb', 'accept-language': 'de-AT' }), 'GB'],
  ['a proxy that knows no country is skipped', request('10.0.0.1', { 'cf-ipcountry': 'XX' }), 'ES'],
  ['the database knows the address', request('10.0.0.1', { 'accept-language': 'de-AT' }), 'ES'],
  ['the language has a region', request('10.0.0.2', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }), 'AT'],
  ['another language has a region', request('10.0.0.2', { 'accept-language': 'en, en-GB;q=0.8' }), 'GB'],
  ['the language has none', request('10.0.0.2', { 'accept-language': 'de' }), undefined],
  ['the language is invalid', request('10.0.0.2', { 'accept-language': '*;q=0' }), undefined],
  ['nothing is known', request('10.0.0.2'), undefined],
] as const)('%s', ([, from, country]) => {
  expect(countryOf(from, { header: 'CF-IPCountry', ofAddress })).toBe(country);
});

test('ignores a header that the operator did not name', () => {
  const from = request('10.0.0.2', { 'cf-ipcountry': 'GB' });
  expect(countryOf(from, { header: undefined, ofAddress: undefined })).toBeUndefined();
});

test('a browser’s language gives no country', () => {
  const sources = { header: 'CF-IPCountry', ofAddress };
  expect(knownCountryOf(request('10.0.0.2', { 'accept-language': 'de-AT' }), sources)).toBeUndefined();
  expect(knownCountryOf(request('10.0.0.1'), sources)).toBe('ES');
  expect(knownCountryOf(request('10.0.0.1', { 'cf-ipcountry': 'gb' }), sources)).toBe('GB');
});
