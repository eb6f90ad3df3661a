import path from 'node:path';

/** A path as the user meant it: npm runs commands in the project's folder, and says in INIT_CWD where it was called. */
export function callersPath(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}
