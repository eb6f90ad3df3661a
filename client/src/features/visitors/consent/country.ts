import { siteContracts } from '@clearcut/schemas/contracts/site';
import { call } from '../../../lib/contracts/call.ts';

const POLL_MS = 500;
const TIMEOUT_MS = 10_000;

/** Visitor's country by the server; null when unknown or not answered in time. */
export async function findCountry(): Promise<string | null> {
  const end = Date.now() + TIMEOUT_MS;
  while (Date.now() < end) {
    try {
      return (await call(siteContracts.geo)).country;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return null;
}
