import type { Block, Inline } from './blocks.ts';

const FENCE = '```';
const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^()\s]+)\)/g;

/**
 * Reads the part of Markdown that the project's documents use.
 * @param addressOf of a link's target, or undefined where only its label remains
 */
export function parseGuide(markdown: string, addressOf: (target: string) => string | undefined): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replace(/^# .*\n/, '').split('\n');
  for (let at = 0; at < lines.length;) {
    const from = at;
    const line = lines[at] ?? '';
    const take = (belongs: (line: string) => boolean): string[] => {
      while (at < lines.length && belongs(lines[at] ?? '')) at += 1;
      return lines.slice(from, at);
    };
    const marked = (text: string): Inline[] => inlinesOf(text, addressOf);
    const heading = /^(#{2,3}) (.*)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (line.startsWith(FENCE)) {
      at += 1;
      const text = take((one) => !one.startsWith(FENCE)).slice(1);
      at += 1;
      blocks.push({ kind: 'code', text: text.join('\n') });
    } else if (heading !== null) {
      at += 1;
      const level = heading[1]?.length === 3 ? 3 : 2;
      blocks.push({ kind: 'heading', level, text: (heading[2] ?? '').replaceAll('`', '') });
    } else if (line.startsWith('|')) {
      const rows = take((one) => one.startsWith('|')).filter((one) => !/^\|[\s:|-]+\|$/.test(one));
      blocks.push({ kind: 'table', rows: rows.map((row) => cellsOf(row).map(marked)) });
    } else if (line.startsWith('- ')) {
      blocks.push({ kind: 'list', items: take((one) => one.startsWith('- ')).map((one) => marked(one.slice(2))) });
    } else {
      const text = take((one) => one.trim() !== '' && !/^(#|\||- |```)/.test(one));
      if (text.length === 0) throw new Error(`A guide has a line that cannot be shown: ${line}`);
      blocks.push({ kind: 'paragraph', text: marked(text.join(' ')) });
    }
  }
  return blocks;
}

const cellsOf = (row: string): string[] =>
  row
    .slice(1, row.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function inlinesOf(text: string, addressOf: (target: string) => string | undefined): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, code, strong, label = '', target = ''] = match;
    if (match.index > end) found.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) found.push({ code });
    else if (strong !== undefined) found.push({ strong });
    else {
      const href = addressOf(target);
      found.push(href === undefined ? label : { href, label });
    }
  }
  if (end < text.length) found.push(text.slice(end));
  return found;
}
