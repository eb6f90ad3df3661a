import { expect, test } from 'vitest';
import { matchesOf } from './matches.ts';
import { documentPassages, otherComments, scriptPassages } from './sources.ts';

/** Comments of the training scripts still have matches, and so do English texts of pages and mails. */
const isChecked = ({ file }: { readonly file: string }): boolean => !/^inference-worker\/training\/.*\.py$/.test(file);

test.for([
  ['comments and test names of scripts', scriptPassages],
  ['other comments', otherComments],
  ['documents', documentPassages],
] as const)('%s follow docs/style.md', { timeout: 120_000 }, async ([, read]) => {
  const passages = (await read()).filter(isChecked);
  expect(passages.length).toBeGreaterThan(50);
  expect(passages.flatMap(matchesOf)).toEqual([]);
});
