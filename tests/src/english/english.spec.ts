import { expect, test } from 'vitest';
import { matchesOf } from './matches.ts';
import { scriptPassages } from './sources.ts';

test.for([['comments and test names of scripts', scriptPassages]] as const)(
  '%s follow docs/style.md',
  async ([, read]) => {
    const passages = await read();
    expect(passages.length).toBeGreaterThan(100);
    expect(passages.flatMap(matchesOf)).toEqual([]);
  },
);
