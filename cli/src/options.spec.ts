import { expect, test } from 'vitest';
import { settingsOf } from './options.ts';

test.for([
  'localhost:3000',
  'clearcut.example.com',
  'ftp://a',
  'http://',
  'https://me:secret@a.example',
  'http://a?b=c',
])('regression: CLEARCUT_URL=%s was tried for half a minute, then the server was out of reach', (url) => {
  expect(() => settingsOf({ CLEARCUT_URL: url })).toThrow('CLEARCUT_URL is an address such as https://');
});

test.for([
  ['http://localhost:3000/', 'http://localhost:3000'],
  [' HTTPS://a.example/clearcut// ', 'HTTPS://a.example/clearcut'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
] as const)('CLEARCUT_URL=%s is taken', ([given, url]) => {
  expect(settingsOf({ CLEARCUT_URL: given }).url).toBe(url);
});
