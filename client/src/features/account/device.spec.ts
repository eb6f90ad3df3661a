import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/153.0.0.0 Safari/537.36 Edg/153.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0', 'Firefox on iPhone'],
  [`Mozilla/5.0 (Linux; Android 16; Pixel 10) ${WEBKIT} Chrome/153.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
])('%s is %s', (userAgent, words) => {
  const device = deviceOf(userAgent);
  expect(`${device?.browser} on ${device?.system}`).toBe(words);
});

test.each(['', 'curl/8.14.1', 'node'])('%j names no browser', (userAgent) => {
  expect(deviceOf(userAgent)).toBeUndefined();
});
