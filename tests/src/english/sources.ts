import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { parseSync } from 'oxc-parser';

export interface Passage {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** A heading or a label of a page, not a sentence. */
  readonly isLabel?: boolean;
}

const SKIPPED = /(^|\/)(node_modules|dist|\.data|\.cache|test-results|bench-results|generated\.ts)$/;
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: projectRoot, exclude: (path) => SKIPPED.test(path) }).sort();

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
const unwrap = (comment: string): string =>
  comment
    .replaceAll(/^[ \t]*(?:\*|\/\/|#)?[ \t]?/gm, '')
    .replaceAll(/\n(?=\S)/g, ' ')
    .trim();

const TEST_CALLS = new Set(['test', 'it', 'describe', 'given']);

/** Comments and test names of all TypeScript and JavaScript. Adjacent line comments form one passage. */
export async function scriptPassages(): Promise<Passage[]> {
  const files = find(
    '{schemas,scene,platform,command-api,projections,operator,node,cli,clients,inference-worker,client,tests,scripts,sandbox,tools,library}/**/*.{ts,tsx,mjs}',
  ).concat(find('*.ts'));
  const found = await Promise.all(
    files.map(async (file): Promise<Passage[]> => {
      const text = await readFile(join(projectRoot, file), 'utf8');
      // `program` is built when read, which takes most of the time.
      const parsed = parseSync(file, text);
      const { comments, errors } = parsed;
      if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
      const passages: { line: number; end: number; text: string; kind: string }[] = [];
      for (const comment of comments) {
        const line = lineAt(text, comment.start);
        const last = passages.at(-1);
        if (last?.kind === 'Line' && comment.type === 'Line' && last.end === line - 1) {
          last.text += `\n${comment.value}`;
          last.end = line;
        } else passages.push({ line, end: lineAt(text, comment.end), text: comment.value, kind: comment.type });
      }
      const named = file.includes('.spec.') || file.includes('.test.') ? testNames(parsed.program, text) : [];
      return [...passages.map((one) => ({ ...one, text: unwrap(one.text) })), ...named].map((one) => ({
        file,
        line: one.line,
        text: one.text,
      }));
    }),
  );
  return found.flat();
}

interface TextNode {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

const textOf = ({ type, value, quasis }: TextNode): string | undefined =>
  type === 'TemplateLiteral'
    ? quasis?.map((part) => part.value.raw).join('%s')
    : typeof value === 'string'
      ? value
      : undefined;

function testNames(program: unknown, text: string): { line: number; text: string }[] {
  const names: { line: number; text: string }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as { type?: string; callee?: unknown; arguments?: TextNode[] };
    if (type === 'CallExpression' && TEST_CALLS.has(rootName(callee))) {
      const first = given?.[0];
      const name = first === undefined ? undefined : textOf(first);
      if (first !== undefined && name !== undefined) names.push({ line: lineAt(text, first.start), text: name });
    }
    Object.values(node).forEach(visit);
  };
  visit(program);
  return names;
}

/** `test` of `test(…)`, `test.for(…)(…)` and `describe.skipIf(…)(…)`. */
function rootName(node: unknown): string {
  const { type, name, object, callee } = node as { type?: string; name?: string; object?: unknown; callee?: unknown };
  if (type === 'Identifier') return name ?? '';
  if (type === 'MemberExpression') return rootName(object);
  return type === 'CallExpression' ? rootName(callee) : '';
}

/**
 * Comments of Python, YAML and shell; one passage per run of lines. Without SQL: applied migrations and schemas are
 * digested with their comments, so changing one would refuse upgrades.
 */
export async function otherComments(): Promise<Passage[]> {
  const files = find('{*,.ci/**/*,.github/**/*,deploy/**/*}').concat(
    find('{schemas,platform,command-api,projections,inference-worker,clients,tests}/**/*.{py,yml,yaml,sh}'),
  );
  const kinds = /(?:\.(?:py|ya?ml|sh)|Dockerfile|\.ci\/run)$/;
  const found = await Promise.all(
    files
      .filter((file) => kinds.test(file))
      .map(async (file): Promise<Passage[]> => {
        const text = await readFile(join(projectRoot, file), 'utf8');
        const runs = [...text.matchAll(/(?:^[ \t]*#(?!!).*\n?)+/gm)];
        const strings = file.endsWith('.py') ? [...text.matchAll(/"""([\s\S]*?)"""/g)] : [];
        return [...runs, ...strings].map((match) => ({
          file,
          line: lineAt(text, match.index),
          text: unwrap(match[1] ?? match[0]),
        }));
      }),
  );
  return found.flat();
}

/** Paragraphs of the documents, without code; not those of the style page, which quotes what it rules out. */
export async function documentPassages(): Promise<Passage[]> {
  const files = find(
    '{*.md,docs/**/*.md,scene/**/*.md,inference-worker/**/*.md,clients/**/*.md,command-api/**/*.md}',
  ).filter((file) => file !== 'docs/style.md');
  const found = await Promise.all(
    files.map(async (file): Promise<Passage[]> => {
      const text = await readFile(join(projectRoot, file), 'utf8');
      const prose = text.replaceAll(/```[\s\S]*?```/g, (code) => code.replaceAll(/[^\n]/g, ''));
      return [...prose.matchAll(/(?:^.+\n?)+/gm)].map((match) => ({
        file,
        line: lineAt(prose, match.index),
        text: match[0]
          .replaceAll(/`[^`\n]*`/g, 'code')
          .replaceAll(/^[ \t]*(?:[-*]|\d+\.|\|)[ \t]*/gm, '\n')
          .replaceAll(/(?<=\S)\n(?=\S)/g, ' '),
      }));
    }),
  );
  return found.flat();
}

/** English texts of pages and mails; one passage per value. */
export async function localePassages(): Promise<Passage[]> {
  const found = await Promise.all(
    find('{client,command-api,schemas}/locales/en/*.json').map(async (file): Promise<Passage[]> => {
      const text = await readFile(join(projectRoot, file), 'utf8');
      return [...text.matchAll(/:\s*("(?:[^"\\]|\\.)*")/g)].map((match) => {
        const value = JSON.parse(match[1] ?? '""') as string;
        return { file, line: lineAt(text, match.index), text: value, isLabel: !/[.!:;]/.test(value) };
      });
    }),
  );
  return found.flat();
}
