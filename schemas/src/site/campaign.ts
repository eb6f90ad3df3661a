export const NETWORKS = {
  gclid: 'google',
  gbraid: 'google',
  wbraid: 'google',
  fbclid: 'facebook',
  ttclid: 'tiktok',
  msclkid: 'bing',
  li_fat_id: 'linkedin',
} as const;
export const CLICK_IDS = Object.keys(NETWORKS) as (keyof typeof NETWORKS)[];

export const CAMPAIGN_PARAMETERS = [
  ...CLICK_IDS,
  ...(['source', 'medium', 'campaign', 'term', 'content', 'id'] as const).map((part) => `utm_${part}` as const),
];

/** @param search query of the landing address */
export function isPaidVisit(search: string): boolean {
  const query = new URLSearchParams(search);
  return CLICK_IDS.some((name) => query.has(name));
}

/** @param search query of the landing address */
export function isCampaignVisit(search: string): boolean {
  const query = new URLSearchParams(search);
  return CAMPAIGN_PARAMETERS.some((name) => query.has(name));
}
