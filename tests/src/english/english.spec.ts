import { expect, test } from 'vitest';
import { matchesOf } from './matches.ts';
import { documentPassages, localePassages, otherComments, scriptPassages } from './sources.ts';

test.for([
  ['comments and test names of scripts', scriptPassages],
  ['other comments', otherComments],
  ['documents', documentPassages],
  ['English texts of pages, mails and errors', localePassages],
] as const)('%s follow docs/style.md', { timeout: 120_000 }, async ([, read]) => {
  const passages = await read();
  expect(passages.length).toBeGreaterThan(50);
  expect(passages.flatMap(matchesOf)).toEqual([]);
});
