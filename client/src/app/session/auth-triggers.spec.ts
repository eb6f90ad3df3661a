import { expect, test } from 'vitest';
import { destinationOf } from './auth-triggers.ts';

const ORIGIN = 'https://clearcut.example.com';

test.each([
  ['app-images', { path: '/app/my-images', needsLogin: true }],
  ['app-security', { path: '/app/security-log', needsLogin: true }],
  ['page-home', { path: '/es', needsLogin: false }],
  ['page-deletion', { path: '/es/data-deletion', needsLogin: false }],
  ['api-description', { href: `${ORIGIN}/api/openapi.json` }],
  ['page-nowhere', undefined],
  ['app-constructor', undefined],
  ['page', undefined],
])('%s leads a Spanish reader to its page', (trigger, destination) => {
  expect(destinationOf(trigger, 'es', ORIGIN)).toEqual(destination);
});
