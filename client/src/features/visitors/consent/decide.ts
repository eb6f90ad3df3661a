import { asksConsent, isWithoutBanner } from '@clearcut/schemas/site/consent';
import type { Consent } from './record.ts';

export interface Situation {
  readonly stored: Consent | undefined;
  /** Global Privacy Control (globalprivacycontrol.org). */
  readonly isRefused: boolean;
  /** ISO 3166; null: unknown; undefined: not answered yet. */
  readonly country: string | null | undefined;
  /** Came by an advertisement, and the operator counts those without asking. */
  readonly isAlwaysCounted: boolean;
  readonly path: string;
}

export interface Decision {
  readonly asks: boolean;
  readonly counts: boolean;
  /** By the person's choice, or by the law of the country. */
  readonly agrees: boolean;
  /** Consent is recorded without a question, since the country requires none. */
  readonly isAssumed: boolean;
}

/** Whether to ask, and whether to count meanwhile. A person's choice outranks the browser's signal. */
export function decide({ stored, isRefused, country, isAlwaysCounted, path }: Situation): Decision {
  const quiet = { asks: false, isAssumed: false };
  const agrees = stored?.choice === 'all';
  if (stored?.by === 'person') return { ...quiet, agrees, counts: agrees || (isAlwaysCounted && !isRefused) };
  if (isRefused) return { ...quiet, agrees: false, counts: false };
  if (stored !== undefined) return { ...quiet, agrees, counts: agrees || isAlwaysCounted };
  if (country === undefined) return { ...quiet, agrees, counts: isAlwaysCounted };
  if (country !== null && !asksConsent(country)) return { asks: false, agrees: true, counts: true, isAssumed: true };
  return { asks: !isWithoutBanner(path), agrees, counts: isAlwaysCounted, isAssumed: false };
}
