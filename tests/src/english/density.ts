import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { parseSync } from 'oxc-parser';

/** Words of comments per 100 lines. */
const GOAL = 40;
const CONTRACTS_GOAL = 60;

interface Density {
  /** A workspace, or `ports`: the `port.ts` of all. */
  readonly place: string;
  readonly words: number;
  readonly lines: number;
  readonly goal: number;
}

/** Numbers, signs and one-letter names of formulas are not words. */
const wordsIn = (comment: string): number => comment.split(/\s+/).filter((part) => /\p{L}{2}/u.test(part)).length;

export const perHundredLines = ({ words, lines }: Density): number => (100 * words) / Math.max(lines, 1);

/** Comments of every workspace's TypeScript, tests included. */
export async function commentDensities(): Promise<Density[]> {
  const { workspaces } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const found = new Map<string, Density>();
  for (const workspace of workspaces)
    for (const file of globSync(`${workspace}/src/**/*.{ts,tsx}`, { cwd: projectRoot })) {
      if (basename(file) === 'generated.ts') continue;
      const text = await readFile(join(projectRoot, file), 'utf8');
      const place = basename(file) === 'port.ts' ? 'ports' : workspace;
      const goal = place === 'ports' || place === 'schemas' ? CONTRACTS_GOAL : GOAL;
      const { words, lines } = found.get(place) ?? { words: 0, lines: 0 };
      const here = parseSync(file, text).comments.reduce((sum, { value }) => sum + wordsIn(value), 0);
      found.set(place, { place, words: words + here, lines: lines + text.split('\n').length - 1, goal });
    }
  return [...found.values()];
}
