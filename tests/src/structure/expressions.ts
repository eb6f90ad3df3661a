import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';

export interface Expression {
  /** File and line. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

const SOURCES =
  '{schemas,scene,platform,command-api,projections,operator,inference-worker,node,cli,client}/src/**/*.{ts,tsx}';

/** Regular expressions of the product, without tests. */
export function expressionsOfProduct(): Expression[] {
  const files = globSync(SOURCES, { cwd: projectRoot, exclude: (path) => path.includes('node_modules') });
  return files.filter((file) => !file.includes('.spec.')).flatMap((file) => expressionsIn(file));
}

function expressionsIn(file: string): Expression[] {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  const found: Expression[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (Array.isArray(node) || typeof node !== 'object' || node === null) return;
    const { regex, start } = node as { readonly regex?: { pattern: string; flags: string }; readonly start?: number };
    if (regex !== undefined) {
      const line = text.slice(0, start).split('\n').length;
      found.push({ at: `${file}:${line}`, source: regex.pattern, flags: regex.flags });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** Whether some input takes more than linear time. */
export const isSuperLinear = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean =>
  analyse({ source, flags }).reports.length > 0;
