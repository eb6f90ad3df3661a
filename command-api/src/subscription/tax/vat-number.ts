import { CatalogueError, errorCatalogue } from '@clearcut/schemas/errors';
import { checkVAT, countries } from 'jsvat-next';

const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', CH: 'CHE', NO: '' };
const SUFFIXES: Readonly<Record<string, string>> = { NO: 'MVA' };
/** Magic test numbers: https://docs.stripe.com/billing/customer/tax-ids. */
const TEST_NUMBER = /(000000000|111111111|222222222)$/;

/**
 * Adds missing letters. Checks form and check digit only; the provider verifies the holder. Accepts any number for
 * unknown countries.
 * @throws CatalogueError vat_number_invalid
 */
export function vatNumberOf(country: string, typed: string, { takesTestNumbers = false } = {}): string {
  const ofCountry = countries.filter(({ codes }) => codes[0] === country);
  if (ofCountry.length === 0 || (takesTestNumbers && TEST_NUMBER.test(typed))) return typed;
  const { [country]: prefix = country } = PREFIXES;
  const { [country]: suffix = '' } = SUFFIXES;
  const bare = country === 'NO' ? typed.replace(/^NO/, '').replace(/MVA$/, '') : typed;
  const number = [bare, `${prefix}${bare}`, `${bare}${suffix}`].find((one) => checkVAT(one, ofCountry).isValid);
  if (number !== undefined) return number;
  const { message } = errorCatalogue.vat_number_invalid;
  throw new CatalogueError('vat_number_invalid', { validationErrors: { vatNumber: message } });
}
