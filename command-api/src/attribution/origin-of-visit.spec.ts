import { expect, test } from 'vitest';
import { originOfVisit } from './origin-of-visit.ts';

test.for([
  ['', null, 'direct', 'none', null],
  ['', 'https://www.example.com/a?b=c', 'example.com', 'referral', null],
  ['', 'https://clearcut.example/pricing', 'direct', 'none', null],
  ['?utm_source=News&utm_medium=mail&utm_campaign=Spring', 'https://mail.example/', 'news', 'mail', 'spring'],
  ['?utm_source=%20', 'https://mail.example/', 'mail.example', 'referral', null],
  ['?gclid=1', 'https://www.google.com/', 'google', 'cpc', null],
  ['?gbraid=1', null, 'google', 'cpc', null],
  ['?wbraid=1', null, 'google', 'cpc', null],
  ['?fbclid=1', null, 'facebook', 'cpc', null],
  ['?ttclid=1', null, 'tiktok', 'cpc', null],
  ['?msclkid=1', null, 'bing', 'cpc', null],
  ['?li_fat_id=1&utm_campaign=x', null, 'linkedin', 'cpc', 'x'],
  ['?gclid=1&utm_source=partner', null, 'partner', 'cpc', null],
] as const)('%s, referred by %s, comes from %s', ([search, referrer, source, medium, campaign]) => {
  const landing = new URL(`https://clearcut.example/${search}`);
  expect(originOfVisit(landing, referrer === null ? null : new URL(referrer))).toEqual({ source, medium, campaign });
});

test('campaign parameters are truncated', () => {
  const landing = new URL(`https://clearcut.example/?utm_source=${'x'.repeat(5000)}`);
  expect(originOfVisit(landing, null).source).toHaveLength(100);
});
