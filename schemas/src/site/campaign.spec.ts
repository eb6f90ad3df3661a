import { expect, test } from 'vitest';
import { CAMPAIGN_PARAMETERS, isCampaignVisit, isPaidVisit } from './campaign.ts';

test('there are thirteen parameters', () => {
  expect(CAMPAIGN_PARAMETERS).toHaveLength(13);
  for (const name of CAMPAIGN_PARAMETERS) {
    expect(isCampaignVisit(`?a=1&${name}=`)).toBe(true);
    expect(isPaidVisit(`?${name}=x`)).toBe(!name.startsWith('utm_'));
  }
  expect(isCampaignVisit('?utm=1&image=2')).toBe(false);
});
