import { expect, test } from 'vitest';
import { shareBefore } from './share.ts';

test.for([
  { position: '250', head: '1000', share: 0.25 },
  { position: '2048/1990', head: '4096/4001', share: 0.5 },
  { position: '1200', head: '1000', share: 1 },
  { position: null, head: '1000', share: null },
  { position: '1', head: null, share: null },
  { position: '0', head: '0', share: null },
])('in a log up to $head, $share lies before $position', ({ position, head, share }) => {
  expect(shareBefore(position, head)).toBe(share);
});
