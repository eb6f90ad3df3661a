import type { Stripe } from 'stripe';
import type { TaxDetails, VatStatus } from '../port.ts';

/** https://docs.stripe.com/billing/customer/tax-ids */
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const OTHERS = { GB: 'gb_vat', CH: 'ch_vat', NO: 'no_vat' } as const;

const VAT_STATUSES: readonly VatStatus[] = ['verified', 'unverified', 'unavailable'];

function taxIdType(country: string, vatNumber = ''): Stripe.TaxIdCreateParams.Type | undefined {
  // Northern Ireland uses EU numbers.
  if (vatNumber.startsWith('XI')) return 'eu_vat';
  if (EU.includes(country)) return 'eu_vat';
  return country === 'GB' || country === 'CH' || country === 'NO' ? OTHERS[country] : undefined;
}

export async function setTaxDetails(stripe: Stripe, customer: string, details: TaxDetails): Promise<VatStatus> {
  const { name, email, country, line1, postalCode, city, vatNumber } = details;
  await stripe.customers.update(customer, {
    name,
    email,
    address: { country, line1, postal_code: postalCode, city },
  });
  const { data: existing } = await stripe.customers.listTaxIds(customer, { limit: 100 });
  const type = taxIdType(country, vatNumber);
  const kept = existing.find((one) => one.type === type && one.value === vatNumber);
  for (const { id } of existing.filter((one) => one !== kept)) await stripe.customers.deleteTaxId(customer, id);
  if (type === undefined || vatNumber === undefined) return 'none';
  const { verification } = kept ?? (await stripe.customers.createTaxId(customer, { type, value: vatNumber }));
  return VAT_STATUSES.find((status) => status === verification?.status) ?? 'pending';
}
