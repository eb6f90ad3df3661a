import { expect, test } from 'vitest';
import { mayReport } from './may-report.ts';
import { scrub, scrubText } from './scrub.ts';

test.for([
  ['clearcut.example.com', true],
  ['clearcut.com', true],
  ['stages.example.com', true],
  ['localhost', false],
  ['app.localhost', false],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['staging.example.com', false],
  ['clearcut-staging.example.com', false],
  ['stage.clearcut.example.com', false],
] as const)('errors on %s are reported: %s', ([host, expected]) => {
  expect(mayReport(host)).toBe(expected);
});

test.for([
  ['No picture for Ann.Lee+1@mail.example.com.', 'No picture for [address].'],
  ['GET https://a.example/api/x?token=secret#part failed', 'GET https://a.example/api/x failed'],
  ['at /es/change-password/abc123 (1:2)', 'at /es/change-password/… (1:2)'],
  ['/confirm-address?token=abc', '/confirm-address'],
  ['Cannot read properties of undefined (reading "a")', 'Cannot read properties of undefined (reading "a")'],
] as const)('"%s" is reported as "%s"', ([text, expected]) => {
  expect(scrubText(text)).toBe(expected);
});

test('scrubs nested texts too; keeps numbers and instances', () => {
  const at = new Date(0);
  const event = { extra: [{ mail: 'a@b.example', n: 1 }], at, frames: { file: '/assets/a.js?v=1' } };
  expect(scrub(event)).toEqual({ extra: [{ mail: '[address]', n: 1 }], at, frames: { file: '/assets/a.js' } });
});
