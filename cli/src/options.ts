import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** `src` and `dist` lie side by side. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export interface Settings {
  /** Undefined: on this machine. */
  readonly url: string | undefined;
  /** Undefined: as a visitor, who gets previews. */
  readonly apiKey: string | undefined;
}

export interface Wanted {
  readonly size: string;
  readonly format: 'png' | 'jpg' | 'webp';
  /** Six hex digits with `#`. */
  readonly background: string | undefined;
  readonly crop: boolean;
  /** Alpha instead of the cut-out. */
  readonly mask: boolean;
  /** On the subject, in pixels. */
  readonly point: { readonly x: number; readonly y: number } | undefined;
  /** Around the subject, in pixels. */
  readonly box: Box | undefined;
  /** Only on this machine, below the data folder. Undefined: the bundled one. */
  readonly model: string | undefined;
  readonly dataDir: string | undefined;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

export interface Options extends Settings, Wanted {
  /** `-` is standard input. */
  readonly inputs: readonly string[];
  /** A folder, or for a single input a file; `-` is standard output. Undefined: beside each input. */
  readonly out: string | undefined;
  readonly concurrency: number;
  readonly json: boolean;
  readonly watch: boolean;
  readonly overwrite: boolean;
  /** For raw frames on standard input and output. */
  readonly frames: FrameSize | undefined;
}

/** The message says how to call the command. */
export class UsageError extends Error {}

export const USAGE = `Usage: clearcut <files, folders and addresses, or -> [-o <folder or file, or ->]
       clearcut --frames <width>x<height> < RGB > RGBA
       clearcut mcp

Pictures are cut out on this machine, at full size, and sent nowhere.

  --mask                write the mask instead of the cut-out
  --point <x>,<y>       a pixel of the subject
  --box <x>,<y>,<w>,<h> a box around the subject, in pixels
  --model <name>        an installed model; DATA_DIR says where
  --frames <w>x<h>      raw frames from standard input to standard output: RGB to RGBA,
                        with --mask to one byte per pixel
  --server              send pictures to the server at CLEARCUT_URL instead. Setting
                        CLEARCUT_URL or CLEARCUT_API_KEY does that too
  --size <name>         with a server: preview (free), medium, hd, full, auto. HD sizes
                        need an API key. Default: auto with a key, preview without
  --format <name>       png (default), jpg, webp
  --background <colour> behind the cut-out, such as #ffffff or, half opaque, #ffffff80;
                        jpg needs one
  --crop                cut to the subject
  --concurrency <n>     pictures at once, 1 to 16. Default: 2, with a server 4
  --watch               keep running for pictures that arrive in the folders, until Ctrl-C
  --overwrite           replace files that are in the way. Default: number the new ones
  --json                one line of JSON for each picture on standard output
  --version             print the version

Folders are searched to the bottom for PNG, JPEG and WEBP, by name. Links, hidden
files and thumbnails of other systems are left out and counted. Only files that begin as
a PNG, JPG or WEBP does are read.

mcp serves assistants over standard input and output, by the Model Context Protocol.
Environment: CLEARCUT_URL (with --server http://localhost:3000 if not set),
CLEARCUT_API_KEY, DATA_DIR.
After an interruption, run it again: finished pictures are not made again.
Exit codes: 0 all done, 1 some failed, 2 wrong call, 3 no credits.`;

const SIZES = ['preview', 'medium', 'hd', 'full', 'auto'];
const FORMATS = ['png', 'jpg', 'webp'] as const;

/** The product's limit. */
const MAX_PIXELS = 50_000_000;

const FLAGS = {
  out: { type: 'string', short: 'o' },
  size: { type: 'string' },
  format: { type: 'string', default: 'png' },
  background: { type: 'string' },
  crop: { type: 'boolean', default: false },
  mask: { type: 'boolean', default: false },
  model: { type: 'string' },
  point: { type: 'string' },
  box: { type: 'string' },
  frames: { type: 'string' },
  server: { type: 'boolean', default: false },
  concurrency: { type: 'string' },
  json: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @returns undefined for help. @throws UsageError */
export function parseOptions(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options | undefined {
  const { positionals: inputs, values } = parsed(words);
  if (values.help) return undefined;
  const [wide, high] = numbersOf(values.frames, 'x', [1, 1], '--frames is a size such as 1280x720.') ?? [];
  const frames = wide === undefined || high === undefined ? undefined : { width: wide, height: high };
  if (frames !== undefined && frames.width * frames.height > MAX_PIXELS) {
    throw new UsageError('--frames is at most 50 megapixels.');
  }
  if (inputs.length === 0 && frames === undefined) throw new UsageError('Name a picture or a folder.');
  if (inputs.length > 0 && frames !== undefined) throw new UsageError('--frames reads standard input alone.');
  const { url, apiKey } = settingsOf(env, values.server);
  const size = values.size ?? (url === undefined ? 'full' : apiKey === undefined ? 'preview' : 'auto');
  if (!SIZES.includes(size)) throw new UsageError(`--size is one of ${SIZES.join(', ')}.`);
  if (url === undefined && values.size !== undefined && values.size !== 'full') {
    throw new UsageError('On this machine pictures are cut out at full size: --size needs --server.');
  }
  if (url !== undefined && apiKey === undefined && size !== 'preview')
    throw new UsageError('Sizes other than preview need CLEARCUT_API_KEY.');
  const { mask, model } = values;
  const point = pointOf(values.point);
  const box = boxOf(values.box);
  if (point !== undefined && box !== undefined) throw new UsageError('Give one of --point and --box.');
  if (url !== undefined && (model !== undefined || frames !== undefined)) {
    throw new UsageError('--model and --frames work on this machine, not with a server.');
  }
  if (url !== undefined && apiKey === undefined && mask)
    throw new UsageError('--mask with a server needs CLEARCUT_API_KEY.');
  const dataDir = env['DATA_DIR']?.trim() || undefined;
  if (model !== undefined && dataDir === undefined) {
    throw new UsageError('--model needs DATA_DIR: the data folder in which the model is installed.');
  }
  const format = FORMATS.find((name) => name === values.format);
  if (format === undefined) throw new UsageError(`--format is one of ${FORMATS.join(', ')}.`);
  const { background, out, crop, json, watch, overwrite } = values;
  if (frames !== undefined && (crop || background !== undefined || out !== undefined || format !== 'png')) {
    throw new UsageError(
      '--frames writes raw pixels to standard output, without --out, --format, --background and --crop.',
    );
  }
  if (watch && inputs.includes('-')) throw new UsageError('--watch needs folders, not standard input.');
  if (background !== undefined && !/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(background)) {
    throw new UsageError('--background is a colour such as #ffffff.');
  }
  if (mask && (background !== undefined || crop)) throw new UsageError('A mask has no --background and no --crop.');
  if (format === 'jpg' && background === undefined && !mask) {
    throw new UsageError('A JPG cannot be transparent: give a --background.');
  }
  const concurrency = Number(values.concurrency ?? (url === undefined ? 2 : 4));
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 16) {
    throw new UsageError('--concurrency is from 1 to 16.');
  }
  const made = { size, format, background, crop, mask, model, dataDir, point, box };
  return { inputs, out, ...made, concurrency, json, watch, overwrite, frames, url, apiKey };
}

/** @throws UsageError */
export function settingsOf(env: Readonly<Record<string, string | undefined>>, wantsServer = false): Settings {
  const named = env['CLEARCUT_URL']?.trim() || undefined;
  const apiKey = env['CLEARCUT_API_KEY']?.trim() || undefined;
  if (named === undefined && apiKey === undefined && !wantsServer) return { url: undefined, apiKey };
  const url = (named ?? 'http://localhost:3000').replace(/(?<!\/)\/+$/, '');
  if (!/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(url) || !URL.canParse(url)) {
    throw new UsageError('CLEARCUT_URL is an address such as https://clearcut.example.com.');
  }
  return { url, apiKey };
}

function pointOf(text: string | undefined): Wanted['point'] {
  const [x, y] = numbersOf(text, ',', [0, 0], '--point is two numbers of pixels such as 320,240.') ?? [];
  return x === undefined || y === undefined ? undefined : { x, y };
}

function boxOf(text: string | undefined): Wanted['box'] {
  const complaint = '--box is a corner, a width and a height in pixels such as 10,20,640,480.';
  const [x, y, width, height] = numbersOf(text, ',', [0, 0, 1, 1], complaint) ?? [];
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  return { x, y, width, height };
}

/** @param least of each number. @throws UsageError */
function numbersOf(
  text: string | undefined,
  between: ',' | 'x',
  least: readonly number[],
  complaint: string,
): number[] | undefined {
  if (text === undefined) return undefined;
  const numbers = text.split(between).map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : Number.NaN));
  if (numbers.length !== least.length || !least.every((from, index) => (numbers[index] ?? Number.NaN) >= from)) {
    throw new UsageError(complaint);
  }
  return numbers;
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: FLAGS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
