import { randomUUID } from 'node:crypto';
import type { Tx } from '@clearcut/platform/database/database';
import { toJson } from '@clearcut/platform/database/json';
import { CAMPAIGN_PARAMETERS, CLICK_IDS } from '@clearcut/schemas/site/campaign';
import { type HeroVariant, heroVariantOf } from '@clearcut/schemas/site/hero-variant';
import type { LandingAnswer, LandingBody } from '@clearcut/schemas/site/landing';
import { cut, toLine } from '@clearcut/schemas/text/characters';
import { z } from 'zod';
import { DAY_MS } from '../kernel/time.ts';
import { type Origin, originOfVisit } from './origin-of-visit.ts';

const MAX_LENGTH = 500;

export interface Landing extends Origin {
  readonly variant: HeroVariant;
}

/**
 * Drops parameters that belong to no campaign: an address can hold a token.
 * @param keepsClicks whether click ids may be stored
 */
export async function keepLanding(database: Tx, body: LandingBody, keepsClicks: boolean): Promise<LandingAnswer> {
  const landing = new URL(body.landing_page_url);
  const referrer = body.referrer_url ? new URL(body.referrer_url) : null;
  const { source, medium, campaign } = originOfVisit(landing, referrer);
  const kept = CAMPAIGN_PARAMETERS.filter((name) => keepsClicks || !CLICK_IDS.some((click) => click === name));
  const parameters = parametersOf(landing, kept);
  const visitorId = randomUUID();
  await database.query(
    `INSERT INTO attribution.landings
       (visitor_id, landed_at, path, referrer, parameters, source, medium, campaign, variant)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      visitorId,
      landedAt(body.timestamp),
      landing.pathname.slice(0, MAX_LENGTH),
      referrer === null ? null : `${referrer.origin}${referrer.pathname}`.slice(0, MAX_LENGTH),
      toJson(parameters),
      source,
      medium,
      campaign,
      heroVariantOf(visitorId),
    ],
  );
  return { visitor_id: visitorId, source };
}

const parametersOf = ({ searchParams }: URL, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, cut(toLine(value), MAX_LENGTH)]];
    }),
  );

/** @returns the source; undefined for a visit of another day */
export async function addClicks(database: Tx, visitorId: string, address: string): Promise<string | undefined> {
  const [landing] = await database.query<{ readonly source: string }>(
    `UPDATE attribution.landings SET parameters = $2::jsonb || parameters
     WHERE visitor_id = $1 AND landed_at > now() - interval '1 day' RETURNING source`,
    [visitorId, toJson(parametersOf(new URL(address), CLICK_IDS))],
  );
  return landing?.source;
}

/** Trusts the browser's clock within a day. */
function landedAt(timestamp: string): Date {
  const [said, now] = [new Date(timestamp), new Date()];
  return Math.abs(said.getTime() - now.getTime()) < DAY_MS ? said : now;
}

/** Assigns the landing to this account. Ignores unknown visitors and those who signed up before. */
export async function claimLanding(tx: Tx, visitorId: string, userId: string): Promise<void> {
  if (!z.uuid().safeParse(visitorId).success) return;
  await tx.query('UPDATE attribution.landings SET user_id = $2 WHERE visitor_id = $1 AND user_id IS NULL', [
    visitorId,
    userId,
  ]);
}

export async function landingOf(database: Tx, userId: string): Promise<Landing | undefined> {
  const [landing] = await database.query<Landing>(
    'SELECT source, medium, campaign, variant FROM attribution.landings WHERE user_id = $1',
    [userId],
  );
  return landing;
}

export async function eraseLandingOf(database: Tx, userId: string): Promise<void> {
  await database.query('DELETE FROM attribution.landings WHERE user_id = $1', [userId]);
}

/** 13 months is the usual legal limit. */
export async function forgetLandings(database: Tx): Promise<void> {
  await database.query(`DELETE FROM attribution.landings WHERE landed_at < now() - interval '13 months'`);
}
