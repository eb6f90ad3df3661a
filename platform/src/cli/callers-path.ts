import path from 'node:path';

/** npm runs commands in the project's folder. */
export function callersPath(file: string): string {
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
}
