import { geoSchema } from '@clearcut/schemas/site/geo';
import { requestJson } from '../../lib/http/request.ts';

const POLL_MS = 500;
const PATIENCE_MS = 10_000;

/** Visitor's country by the server; null when unknown or not answered in time. */
export async function findCountry(): Promise<string | null> {
  const end = Date.now() + PATIENCE_MS;
  while (Date.now() < end) {
    try {
      return geoSchema.parse(await requestJson('/api/geo/')).country;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return null;
}
