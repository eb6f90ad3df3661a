import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as constants from './constants.ts';

test('docs/product.md names every business constant', async () => {
  const page = await readFile(new URL('../../docs/product.md', import.meta.url), 'utf8');
  expect(Object.keys(constants).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
