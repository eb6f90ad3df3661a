import { CLICK_IDS, NETWORKS } from '@clearcut/schemas/site/campaign';
import { cut, toLine } from '@clearcut/schemas/text/characters';

/** Holds nothing about the visitor. */
export interface Origin {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string | null;
}

const MAX_LENGTH = 100;

/**
 * The address counts most, then the click id, then the referrer.
 * @param referrer none or our own is `direct`
 */
export function originOfVisit(landing: URL, referrer: URL | null): Origin {
  const { searchParams: query } = landing;
  const said = (part: 'source' | 'medium' | 'campaign'): string | undefined => {
    const text = cut(
      toLine(query.get(`utm_${part}`) ?? '')
        .trim()
        .toLowerCase(),
      MAX_LENGTH,
    );
    return text === '' ? undefined : text;
  };
  const click = CLICK_IDS.find((name) => query.has(name));
  const host =
    referrer === null || referrer.host === landing.host ? undefined : referrer.hostname.replace(/^www\./, '');
  return {
    source: said('source') ?? (click === undefined ? undefined : NETWORKS[click]) ?? host ?? 'direct',
    medium: said('medium') ?? (click === undefined ? undefined : 'cpc') ?? (host === undefined ? 'none' : 'referral'),
    campaign: said('campaign') ?? null,
  };
}
