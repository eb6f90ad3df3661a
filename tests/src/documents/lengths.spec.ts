import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';

test.for([
  ['README.md', 600],
  ['ARCHITECTURE.md', 1_200],
  ['docs/product.md', 6_500],
  ['docs/style.md', 500],
] as const)('%s has at most %i words', async ([path, most]) => {
  const words = (await readFile(join(projectRoot, path), 'utf8')).split(/\s+/).filter((word) => word !== '');
  expect(words.length).toBeLessThanOrEqual(most);
});
