import { expect, test } from 'vitest';
import { commentDensities, perHundredLines } from './density.ts';

test('comments of each workspace stay within the limit of words per 100 lines', { timeout: 120_000 }, async () => {
  const densities = await commentDensities();
  expect(densities.map(({ place }) => place)).toEqual(expect.arrayContaining(['client', 'command-api', 'ports']));
  expect(
    densities
      .filter((density) => perHundredLines(density) > density.goal)
      .map((density) => `${density.place}: ${perHundredLines(density).toFixed(1)}, at most ${density.goal}`),
  ).toEqual([]);
});
