import { type Passage } from './sources.ts';
import { patterns } from './patterns.ts';

/** One line per violation. */
export const matchesOf = ({ file, line, text, isLabel = false }: Passage): string[] =>
  patterns
    .filter(({ isFineAsLabel = false }) => !(isLabel && isFineAsLabel))
    .flatMap(({ name, expression, instead }) =>
      [...text.matchAll(expression)].map(
        ({ index }) => `${file}:${line}: ${name} (${instead}): ${text.slice(Math.max(0, index - 20), index + 60)}`,
      ),
    );
