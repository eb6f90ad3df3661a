import { HERO_VARIANT_DAYS, heroVariantOf } from '@clearcut/schemas/site/hero-variant';
import type { LandingAnswer } from '@clearcut/schemas/site/landing';
import { requestJson } from '../../lib/http/request.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { readConsent } from '../consent/record.ts';

const KEPT_MINUTES = HERO_VARIANT_DAYS * 24 * 60;

/**
 * Records the campaign of an unknown visitor and keeps the returned id for the sign-up. Failures are ignored: they are
 * not worth troubling the visitor.
 */
export async function recordLanding(address: string): Promise<void> {
  if (readStored('visitor-id') !== undefined || readStored('userData') !== undefined) return;
  const body = {
    timestamp: new Date().toISOString(),
    landing_page_url: address,
    referrer_url: document.referrer,
    consent: readConsent()?.choice ?? null,
  };
  const answer = await requestJson<LandingAnswer>('/api/analytics/landing/', { method: 'POST', json: body }).catch(
    () => undefined,
  );
  if (answer === undefined) return;
  const variant = heroVariantOf(answer.visitor_id);
  writeStored('visitor-id', answer.visitor_id, { minutes: KEPT_MINUTES });
  writeStored('hero-variant', variant, { minutes: KEPT_MINUTES });
  document.cookie = `hero-variant=${variant}; Path=/; Max-Age=${KEPT_MINUTES * 60}; SameSite=Lax`;
}
