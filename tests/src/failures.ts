import { relative } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';

/** The part of vitest's report read here. */
export interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages?: readonly string[];
  }[];
}

const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 300) ?? '';

/** One line per failed test with its message, or per file that could not run. */
export function failuresOf({ name, status, message, assertionResults }: TestFile): string[] {
  if (status !== 'failed') return [];
  const file = relative(projectRoot, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map((test) => `${file} > ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
}
