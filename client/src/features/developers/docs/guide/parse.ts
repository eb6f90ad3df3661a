import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Inline } from './blocks.ts';

type AddressOf = (target: string) => string | undefined;

/**
 * Reads the part of Markdown that the project's documents use; leaves out the title.
 * @param addressOf of a link's target, or undefined where only its label remains
 * @throws for anything else
 */
export const parseGuide = (markdown: string, addressOf: AddressOf): Block[] =>
  lexer(markdown)
    .filter((token) => token.type !== 'space' && !(token.type === 'heading' && (token as Tokens.Heading).depth === 1))
    .map((token) => blockOf(token, (tokens) => (tokens ?? []).flatMap((one) => inlineOf(one, addressOf))));

function blockOf(token: Token, marked: (tokens: Token[] | undefined) => Inline[]): Block {
  switch (token.type) {
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading;
      return { kind: 'heading', level: depth === 3 ? 3 : 2, text: marked(tokens).map(plain).join('') };
    }
    case 'paragraph':
      return { kind: 'paragraph', text: marked(token.tokens) };
    case 'code':
      return { kind: 'code', text: (token as Tokens.Code).text };
    case 'list':
      return {
        kind: 'list',
        items: (token as Tokens.List).items.map(({ tokens }) => marked((tokens[0] as Tokens.Text).tokens)),
      };
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return { kind: 'table', rows: [header, ...rows].map((row) => row.map((cell) => marked(cell.tokens))) };
    }
    default:
      throw new Error(`A guide has a ${token.type}, which cannot be shown: ${token.raw}`);
  }
}

function inlineOf(token: Token, addressOf: AddressOf): Inline {
  switch (token.type) {
    case 'text':
    case 'escape':
      return (token as Tokens.Text).text.replaceAll('\n', ' ');
    case 'codespan':
      return { code: (token as Tokens.Codespan).text };
    case 'strong':
      return { strong: (token as Tokens.Strong).text };
    case 'link': {
      const { href: target, text } = token as Tokens.Link;
      const href = addressOf(target);
      return href === undefined ? text : { href, label: text };
    }
    default:
      throw new Error(`A guide has a ${token.type} in its text, which cannot be shown: ${token.raw}`);
  }
}

const plain = (part: Inline): string =>
  typeof part === 'string' ? part : 'code' in part ? part.code : 'strong' in part ? part.strong : part.label;
