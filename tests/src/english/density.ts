import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { parseSync } from 'oxc-parser';

const wordsIn = (comment: string): number => comment.split(/\s+/).filter((part) => /\w/.test(part)).length;

/** Words of comments per 100 lines of a workspace's TypeScript, tests included. */
export async function commentDensity(workspace: string): Promise<number> {
  const files = globSync(`${workspace}/src/**/*.{ts,tsx}`, { cwd: projectRoot });
  let [words, lines] = [0, 0];
  for (const file of files) {
    const text = await readFile(join(projectRoot, file), 'utf8');
    for (const { value } of parseSync(file, text).comments) words += wordsIn(value);
    lines += text.split('\n').length - 1;
  }
  return (100 * words) / lines;
}
