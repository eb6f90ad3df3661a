import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { FileError } from '../files/read-picture.ts';

/** The client's roots, or the working folder. */
export async function allowedFolders({ server }: McpServer): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [process.cwd()];
  const { roots } = await server.listRoots();
  const folders: string[] = [];
  for (const { uri } of roots) {
    const url = URL.canParse(uri) ? new URL(uri) : undefined;
    if (url?.protocol === 'file:' && url.host === '') folders.push(fileURLToPath(url));
  }
  return folders;
}

/**
 * Resolves every link on the way; the file may be missing, but not a link.
 * @throws FileError outside of the folders
 */
export async function within(folders: readonly string[], given: string): Promise<string> {
  const [first] = folders;
  if (first === undefined) throw new FileError('The client shares no folder.');
  if (given.includes('\0')) throw new FileError('A path has no NUL.');
  const file = path.resolve(first, given);
  const folder = await realpath(path.dirname(file)).catch(() => undefined);
  const isInside = (real: string): boolean => {
    const below = path.relative(real, folder ?? file);
    return below === '' || !(below.split(path.sep)[0] === '..' || path.isAbsolute(below));
  };
  const allowed = await Promise.all(folders.map((one) => realpath(one).catch(() => path.resolve(one))));
  if (!allowed.some(isInside)) throw new FileError(`${given} is outside of ${folders.join(', ')}.`);
  if (folder === undefined) throw new FileError(`There is no folder ${path.dirname(given)}.`);
  const resolved = path.join(folder, path.basename(file));
  if ((await lstat(resolved).catch(() => undefined))?.isSymbolicLink() === true) {
    throw new FileError(`${given} is a link, and links are not followed.`);
  }
  return resolved;
}
