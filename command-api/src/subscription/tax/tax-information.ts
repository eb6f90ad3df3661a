import { derivedId } from '@clearcut/platform/event-store/event-id';
import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import type { VatStatus } from '@clearcut/platform/payments/port';
import { RETENTION_YEARS } from '@clearcut/schemas/constants';
import type { TaxInformation } from '@clearcut/schemas/subscription/http';
import type { RequestContext } from '../checkout/checkout.ts';
import { ensureCustomer } from '../customers.ts';
import * as decide from '../domain/subscription.ts';
import type { ObserverDeps } from '../sync.ts';
import { vatNumberOf } from './vat-number.ts';

interface Kept {
  readonly taxInformation: TaxInformation | null;
  readonly vatStatus: VatStatus | null;
}

export async function readTaxInformation(database: Tx, teamId: string): Promise<Kept> {
  const [row] = await database.query<{ details: Kept }>(
    'SELECT details FROM billing.tax_information WHERE team_id = $1',
    [teamId],
  );
  return row?.details ?? { taxInformation: null, vatStatus: null };
}

/** Stored here and at the provider for invoices; the log gets country, kind and whether the number is valid. */
export async function changeTaxInformation(
  deps: ObserverDeps,
  teamId: string,
  given: TaxInformation,
  context: RequestContext,
): Promise<Kept> {
  const { provider } = deps;
  const taxInformation = { ...given, ...companyNumber(given, provider.mode) };
  const { type, country, companyName, firstName, lastName, email, address, zipCode, city, vatNumber } = taxInformation;
  const command = { ...context, now: new Date() };
  const customerId = await ensureCustomer(deps, teamId, command);
  const vatStatus = await provider.setTaxDetails(customerId, {
    name: type === 'Company' ? companyName : `${firstName} ${lastName}`,
    email,
    country,
    line1: address,
    postalCode: zipCode,
    city,
    vatNumber: type === 'Company' ? vatNumber : undefined,
  });
  const kept = { taxInformation, vatStatus };
  await deps.database.query(
    `INSERT INTO billing.tax_information (team_id, details) VALUES ($1, $2)
     ON CONFLICT (team_id) DO UPDATE SET details = excluded.details`,
    [teamId, toJson(kept)],
  );
  await deps.subscriptions.handle(teamId, decide.changeTaxInformation({ teamId, country, type, vatStatus }), {
    ...command,
    commandId: derivedId('tax-information', teamId, context.correlationId),
  });
  return kept;
}

/** VAT number in official form. @throws CatalogueError vat_number_invalid */
function companyNumber(
  { type, country, vatNumber }: TaxInformation,
  mode: ObserverDeps['provider']['mode'],
): Partial<TaxInformation> {
  return type === 'Company'
    ? { vatNumber: vatNumberOf(country, vatNumber, { takesTestNumbers: mode !== 'live' }) }
    : {};
}

/** Starts the legal retention period. */
export async function beginErasure(database: Tx, teamId: string): Promise<void> {
  await database.query(
    'UPDATE billing.tax_information SET closed_at = now() WHERE team_id = $1 AND closed_at IS NULL',
    [teamId],
  );
}

/** Deletes data past its legal retention: tax information of closed teams, and digests of trial cards and devices. */
export async function eraseOld(database: Tx): Promise<void> {
  const years = [RETENTION_YEARS.billing];
  await database.query(
    'DELETE FROM billing.tax_information WHERE closed_at < now() - make_interval(years => $1)',
    years,
  );
  await database.query('DELETE FROM billing.trial WHERE claimed_at < now() - make_interval(years => $1)', years);
}
