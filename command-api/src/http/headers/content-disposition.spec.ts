import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['portrait-clearcut.png', `attachment; filename="portrait-clearcut.png"; filename*=UTF-8''portrait-clearcut.png`],
  ['niña (2).png', `attachment; filename="nina (2).png"; filename*=UTF-8''ni%C3%B1a%20%282%29.png`],
  ['写真.png', `attachment; filename="__.png"; filename*=UTF-8''%E5%86%99%E7%9C%9F.png`],
  ['a"b\\c%41.png', `attachment; filename="a_b_c_41.png"; filename*=UTF-8''a%22b%5Cc%2541.png`],
  ["it's*.png", `attachment; filename="it's*.png"; filename*=UTF-8''it%27s%2A.png`],
])('%s is named in both forms', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header);
});
