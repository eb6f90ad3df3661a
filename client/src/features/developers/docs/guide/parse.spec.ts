import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDE_FILES, GUIDES } from '@clearcut/schemas/site/pages';
import { parseGuide } from './parse.ts';

const addressOf = (target: string): string | undefined => (target === 'other.md' ? '/docs/other' : undefined);

test('reads headings, paragraphs, lists, tables, code and marks', () => {
  const markdown = `# Title

Some \`code\`, **strong**,
[a page](other.md) and [a file](../x.ts).

## Part \`one\`

\`\`\`sh
run | it

- as it is
\`\`\`

| a | b |
| - | - |
| \`x\` | 1 \\| 2 |

- one
- two
`;
  expect(parseGuide(markdown, addressOf)).toEqual([
    {
      kind: 'paragraph',
      text: [
        'Some ',
        { code: 'code' },
        ', ',
        { strong: 'strong' },
        ', ',
        { href: '/docs/other', label: 'a page' },
        ' and ',
        'a file',
        '.',
      ],
    },
    { kind: 'heading', level: 2, text: 'Part one' },
    { kind: 'code', text: 'run | it\n\n- as it is' },
    {
      kind: 'table',
      rows: [
        [['a'], ['b']],
        [[{ code: 'x' }], ['1 | 2']],
      ],
    },
    { kind: 'list', items: [['one'], ['two']] },
  ]);
});

test.for(GUIDES)('reads the guide %s without leftover marks', (guide) => {
  const file = new URL(`../../../../../../${GUIDE_FILES[guide]}`, import.meta.url);
  const plain = parseGuide(readFileSync(file, 'utf8'), () => undefined).flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'code') return [];
    const texts = block.kind === 'paragraph' ? [block.text] : block.kind === 'list' ? block.items : block.rows.flat();
    return texts.flat().filter((part) => typeof part === 'string');
  });
  expect(plain.length).toBeGreaterThan(3);
  expect(plain.filter((text) => /`|\*\*|\]\(/.test(text))).toEqual([]);
});
