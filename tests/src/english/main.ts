/** `node tests/src/english/main.ts [path]`: lists each match of docs/style.md's patterns, and words of comments per 100 lines. */
import { commentDensities, perHundredLines } from './density.ts';
import { matchesOf } from './matches.ts';
import { documentPassages, localePassages, otherComments, scriptPassages } from './sources.ts';

const [prefix = ''] = process.argv.slice(2);
const passages = (await Promise.all([scriptPassages(), otherComments(), documentPassages(), localePassages()])).flat();
const matches = passages.filter(({ file }) => file.startsWith(prefix)).flatMap(matchesOf);
process.stdout.write(matches.map((match) => `${match}\n`).join(''));
process.stdout.write(`${matches.length} matches\n`);
for (const density of await commentDensities()) {
  process.stdout.write(
    `${density.place}: ${Math.round(perHundredLines(density))} words of comments per 100 lines, at most ${density.goal}\n`,
  );
}
