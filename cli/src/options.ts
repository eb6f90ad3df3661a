import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Version of this package, whose folders `src` and `dist` lie side by side. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** Which server, and as whom. */
export interface Settings {
  readonly url: string;
  /** Undefined: as a visitor, who gets previews. */
  readonly apiKey: string | undefined;
}

/** How a cut-out is made. */
export interface Wanted {
  readonly size: string;
  readonly format: 'png' | 'jpg' | 'webp';
  /** Behind the cut-out: six hex digits with `#`. */
  readonly background: string | undefined;
  readonly crop: boolean;
}

export interface Options extends Settings, Wanted {
  /** Files and folders; `-` is standard input. */
  readonly inputs: readonly string[];
  /** A folder, or for one input a file; `-` is standard output. Undefined: beside each input. */
  readonly out: string | undefined;
  readonly concurrency: number;
  readonly json: boolean;
  /** Keeps running, for pictures that arrive in the folders. */
  readonly watch: boolean;
  /** Replaces files that are in the way. */
  readonly overwrite: boolean;
}

/** The command was called wrongly: the message says how to call it. */
export class UsageError extends Error {}

export const USAGE = `Usage: clearcut <files and folders, or -> [-o <folder or file, or ->]
       clearcut mcp

  --size <name>         preview (free), medium, hd, full, auto. HD sizes need an API key.
                        Default: auto with a key, preview without
  --format <name>       png (default), jpg, webp
  --background <colour> behind the cut-out, such as #ffffff; jpg needs one
  --crop                cut to the subject
  --concurrency <n>     pictures at once, 1 to 16. Default: 4
  --watch               keep running for pictures that arrive in the folders, until Ctrl-C
  --overwrite           replace files that are in the way. Default: number the new ones
  --json                one line of JSON for each picture on standard output
  --version             print the version

Folders are searched to the bottom for .png, .jpg, .jpeg, .jfif and .webp. Links, hidden
files and thumbnails of other systems are left out and counted. Only files that begin as
a PNG, JPG or WEBP does are sent.

mcp serves assistants over standard input and output, by the Model Context Protocol.
Environment: CLEARCUT_URL (default http://localhost:3000), CLEARCUT_API_KEY.
After an interruption, run it again: finished pictures are not sent again.
Exit codes: 0 all done, 1 some failed, 2 wrong call, 3 no credits.`;

const SIZES = ['preview', 'medium', 'hd', 'full', 'auto'];
const FORMATS = ['png', 'jpg', 'webp'] as const;

const FLAGS = {
  out: { type: 'string', short: 'o' },
  size: { type: 'string' },
  format: { type: 'string', default: 'png' },
  background: { type: 'string' },
  crop: { type: 'boolean', default: false },
  concurrency: { type: 'string', default: '4' },
  json: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @returns undefined when only help was asked for. @throws UsageError */
export function parseOptions(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | undefined {
  const { positionals: inputs, values } = parsed(words);
  if (values.help) return undefined;
  if (inputs.length === 0) throw new UsageError('Name a picture or a folder.');
  const { url, apiKey } = settingsOf(env);
  const size = values.size ?? (apiKey === undefined ? 'preview' : 'auto');
  if (!SIZES.includes(size)) throw new UsageError(`--size is one of ${SIZES.join(', ')}.`);
  if (apiKey === undefined && size !== 'preview')
    throw new UsageError('Sizes other than preview need CLEARCUT_API_KEY.');
  const format = FORMATS.find((name) => name === values.format);
  if (format === undefined) throw new UsageError(`--format is one of ${FORMATS.join(', ')}.`);
  const { background, out, crop, json, watch, overwrite } = values;
  if (watch && inputs.includes('-')) throw new UsageError('--watch needs folders, not standard input.');
  if (background !== undefined && !/^#[0-9a-f]{6}$/i.test(background)) {
    throw new UsageError('--background is a colour such as #ffffff.');
  }
  if (format === 'jpg' && background === undefined) {
    throw new UsageError('A JPG cannot be transparent: give a --background.');
  }
  const concurrency = Number(values.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 16) {
    throw new UsageError('--concurrency is from 1 to 16.');
  }
  return { inputs, out, size, format, background, crop, concurrency, json, watch, overwrite, url, apiKey };
}

/** @throws UsageError */
export function settingsOf(env: Readonly<Record<string, string | undefined>>): Settings {
  const url = (env['CLEARCUT_URL']?.trim() || 'http://localhost:3000').replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(url)) throw new UsageError('CLEARCUT_URL is no address.');
  return { url, apiKey: env['CLEARCUT_API_KEY']?.trim() || undefined };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: FLAGS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
