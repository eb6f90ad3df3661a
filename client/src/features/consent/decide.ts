import { asksConsent, isWithoutBanner } from '@clearcut/schemas/site/consent';
import type { Consent } from './record.ts';

/** What is known of a visitor. */
export interface Situation {
  readonly stored: Consent | undefined;
  /** The browser says that its owner wants to be counted by none (globalprivacycontrol.org). */
  readonly isRefused: boolean;
  /** ISO 3166; null: the server cannot tell; undefined: it has not answered yet. */
  readonly country: string | null | undefined;
  /** They came by an advertisement, and the operator counts those without asking. */
  readonly isAlwaysCounted: boolean;
  readonly path: string;
}

export interface Decision {
  readonly asks: boolean;
  readonly counts: boolean;
  /** To be recorded, since nothing is asked where they are. */
  readonly isAssumed: boolean;
}

/** Whether a visitor is asked, and whether they are counted meanwhile. What a person chose goes before what their browser says for them. */
export function decide({ stored, isRefused, country, isAlwaysCounted, path }: Situation): Decision {
  const quiet = { asks: false, isAssumed: false };
  if (stored?.by === 'person') {
    return { ...quiet, counts: stored.choice === 'all' || (isAlwaysCounted && !isRefused) };
  }
  if (isRefused) return { ...quiet, counts: false };
  if (stored !== undefined) return { ...quiet, counts: stored.choice === 'all' || isAlwaysCounted };
  if (country === undefined) return { ...quiet, counts: isAlwaysCounted };
  if (country !== null && !asksConsent(country)) return { asks: false, counts: true, isAssumed: true };
  return { asks: !isWithoutBanner(path), counts: isAlwaysCounted, isAssumed: false };
}
