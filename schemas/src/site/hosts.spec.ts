import { expect, test } from 'vitest';
import { addressElsewhere } from './hosts.ts';

const hosts = {
  main: 'https://clearcut.example.com',
  billing: 'https://billing.clearcut.example.com',
  checkout: 'https://pay.clearcut.example.com',
};

test.each([
  ['clearcut.example.com', '/app/dashboard', undefined],
  ['clearcut.example.com', '/app/billing', 'https://billing.clearcut.example.com/app/billing'],
  [
    'clearcut.example.com',
    '/app/billing/payment-method',
    'https://billing.clearcut.example.com/app/billing/payment-method',
  ],
  ['clearcut.example.com', '/app/checkout?priceId=a', 'https://pay.clearcut.example.com/app/checkout?priceId=a'],
  ['billing.clearcut.example.com', '/app/billing?a=/app/dashboard', undefined],
  ['billing.clearcut.example.com', '/app/my-images?page=2', 'https://clearcut.example.com/app/my-images?page=2'],
  ['billing.clearcut.example.com', '/', 'https://clearcut.example.com/'],
  ['billing.clearcut.example.com', '//evil.example/app', 'https://clearcut.example.com//evil.example/app'],
  ['billing.clearcut.example.com', '/app/fastcheckout', 'https://pay.clearcut.example.com/app/fastcheckout'],
  ['billing.clearcut.example.com', '/dev/stripe/bank/pi_1', undefined],
  ['pay.clearcut.example.com', '/app/checkout/return', undefined],
  ['pay.clearcut.example.com', '/app/billings', 'https://clearcut.example.com/app/billings'],
  ['10.0.0.7:8080', '/app/billing', undefined],
])('%s%s lives at %s', (here, address, expected) => {
  expect(addressElsewhere(hosts, here, address)).toBe(expected);
});

test('payment pages stay on the main site when they have no host of their own', () => {
  const one = { ...hosts, checkout: hosts.main };
  expect(addressElsewhere(one, 'clearcut.example.com', '/app/checkout')).toBeUndefined();
  expect(addressElsewhere(one, 'billing.clearcut.example.com', '/app/checkout')).toBe(`${hosts.main}/app/checkout`);
});
