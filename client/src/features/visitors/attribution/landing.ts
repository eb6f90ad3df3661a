import { HERO_VARIANT_DAYS, heroVariantOf } from '@clearcut/schemas/site/hero-variant';
import type { LandingAnswer, LandingBody } from '@clearcut/schemas/site/landing';
import { attributionContracts } from '@clearcut/schemas/contracts/attribution';
import { call } from '../../../lib/contracts/call.ts';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';
import { readConsent } from '../consent/record.ts';

const EXPIRY_MINUTES = HERO_VARIANT_DAYS * 24 * 60;

/** Waits in memory for consent, without which none of it is stored. */
let unkept: { readonly visitorId: string; readonly address: string } | undefined;

/**
 * Records the campaign of an unknown visitor and keeps the returned id for the sign-up. Failures are ignored: they are
 * not worth troubling the visitor.
 */
export async function recordLanding(address: string): Promise<void> {
  if (readStored('visitor-id') !== undefined || readStored('userData') !== undefined) return;
  const consent = readConsent()?.choice ?? null;
  const answer = await send({ landing_page_url: address, referrer_url: document.referrer, consent });
  if (answer === undefined) return;
  if (consent !== 'all') unkept = { visitorId: answer.visitor_id, address };
  if (readConsent()?.choice === 'all') await keepClicks();
  const variant = heroVariantOf(answer.visitor_id);
  writeStored('visitor-id', answer.visitor_id, { minutes: EXPIRY_MINUTES });
  writeStored('hero-variant', variant, { minutes: EXPIRY_MINUTES });
  document.cookie = `hero-variant=${variant}; Path=/; Max-Age=${EXPIRY_MINUTES * 60}; SameSite=Lax`;
}

/** Call when consent is given: adds the click ids of this visit's landing. */
export async function keepClicks(): Promise<void> {
  if (unkept === undefined) return;
  const { visitorId, address } = unkept;
  unkept = undefined;
  await send({ landing_page_url: address, consent: 'all', visitor_id: visitorId });
}

const send = (body: Omit<LandingBody, 'timestamp'>): Promise<LandingAnswer | undefined> =>
  call(attributionContracts.land, { body: { timestamp: new Date().toISOString(), ...body } }).catch(() => undefined);
