import { CatalogueError, errorCatalogue } from '@clearcut/schemas/errors';
import { checkVAT, countries } from 'jsvat-next';

/** Where a number begins with something else than its country's code. */
const PREFIXES: Readonly<Record<string, string>> = { GR: 'EL', CH: 'CHE', NO: '' };
/** Norway writes its letters behind the number. */
const SUFFIXES: Readonly<Record<string, string>> = { NO: 'MVA' };
/** By which the provider's documentation tries what becomes of a number: https://docs.stripe.com/billing/customer/tax-ids. */
const TEST_NUMBER = /(000000000|111111111|222222222)$/;

/**
 * A VAT number with the letters that belong to it, whether they were typed or not. Form and check digit are looked at; whether a company has
 * the number is for the provider to find out. In a country that is not known here, any number is taken.
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
