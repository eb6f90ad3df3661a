import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../cut-out.ts';
import type { Settings, Wanted } from '../options.ts';
import { outputOf } from '../pictures.ts';
import { createServer, readAccount, RefusedError, type Source } from '../server.ts';

/** The assistant called a tool wrongly. */
export class ToolInputError extends Error {}

interface Input {
  readonly path?: string;
  readonly url?: string;
  readonly out?: string;
  readonly format: Wanted['format'];
  readonly background?: string;
  readonly crop: boolean;
  readonly spendCredit: boolean;
}

const FORMATS = ['png', 'jpg', 'webp'] as const;
const MEDIA_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

const picture = {
  path: { type: 'string', description: 'The file of the picture: PNG, JPG or WEBP. One of path and url.' },
  url: { type: 'string', description: 'A public address of the picture, which the server fetches.' },
  out: { type: 'string', description: 'The file to write. Default: beside the picture, with -cutout in its name.' },
  format: { type: 'string', enum: FORMATS, description: 'Default: png. jpg needs a background.' },
  background: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', description: 'A colour behind the cut-out: #ffffff.' },
  crop: { type: 'boolean', description: 'Cut to the subject.' },
};

/** As `tools/list` tells them. */
export const TOOLS = [
  {
    name: 'remove_background',
    title: 'Remove the background',
    description: 'Cuts a picture out and writes the preview, at most 500 pixels a side, to a file. Free.',
    inputSchema: { type: 'object', properties: picture, additionalProperties: false },
    annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  {
    name: 'save',
    title: 'Save in HD',
    description:
      'Cuts a picture out at full size and writes it to a file. It costs the team one credit, so ask the person first; the same picture again within 15 minutes costs nothing. Needs CLEARCUT_API_KEY.',
    inputSchema: {
      type: 'object',
      properties: {
        ...picture,
        spend_credit: { type: 'boolean', description: 'true once the person has agreed to pay one credit.' },
      },
      required: ['spend_credit'],
      additionalProperties: false,
    },
    annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
  {
    name: 'account',
    title: 'Account',
    description: 'The credits that the team has left, and what the API key may do.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true },
  },
] as const;

interface ToolResult {
  readonly content: readonly object[];
  readonly isError?: boolean;
}

/**
 * What a tool answers; what the server or the disk refuses is said in the result, where the assistant reads it.
 * @throws ToolInputError
 */
export async function callTool(name: string, given: unknown, settings: Settings): Promise<ToolResult> {
  const input = parseInput(given);
  try {
    switch (name) {
      case 'remove_background':
        return await cutOut(input, 'preview', settings);
      case 'save':
        return await save(input, settings);
      case 'account':
        return said(settings.apiKey === undefined ? VISITOR : JSON.stringify(await readAccount(settings), null, 2));
      default:
        throw new ToolInputError(`There is no tool ${name}.`);
    }
  } catch (error) {
    if (error instanceof ToolInputError) throw error;
    if (error instanceof RefusedError || (error instanceof Error && 'code' in error)) {
      return { ...said(error.message), isError: true };
    }
    throw error;
  }
}

const VISITOR = 'Without CLEARCUT_API_KEY there is no account: previews are free, and nothing can be saved in HD.';

const said = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

async function save(input: Input, settings: Settings): Promise<ToolResult> {
  if (settings.apiKey === undefined) return { ...said(VISITOR), isError: true };
  if (!input.spendCredit) {
    return { ...said('Nothing was saved: it costs one credit. Ask the person, then set spend_credit.'), isError: true };
  }
  return cutOut(input, 'full', settings);
}

async function cutOut(input: Input, size: 'preview' | 'full', settings: Settings): Promise<ToolResult> {
  const { format, background, crop, url, path: file } = input;
  if ((url === undefined) === (file === undefined)) throw new ToolInputError('Give one of path and url.');
  if (format === 'jpg' && background === undefined) {
    throw new ToolInputError('A JPG cannot be transparent: give a background.');
  }
  const source: Source =
    url === undefined ? { bytes: await readFile(file ?? ''), name: path.basename(file ?? '') } : { url };
  const made = await createServer({ ...settings, size, format, background, crop })(source);
  const output = path.resolve(input.out ?? outputOf(file ?? nameIn(url ?? ''), '', undefined, format));
  await writeWhole(output, made.bytes);
  const told = { type: 'text', text: `${output} (${made.credits} credits)` };
  // A full picture would be more than an assistant can look at.
  if (size === 'full') return { content: [told] };
  const data = Buffer.from(made.bytes).toString('base64');
  return { content: [told, { type: 'image', data, mimeType: MEDIA_TYPES[format] }] };
}

const nameIn = (url: string): string => path.basename(URL.parse(url)?.pathname ?? '') || 'image';

function parseInput(given: unknown): Input {
  if (typeof given !== 'object' || given === null) throw new ToolInputError('The arguments are an object.');
  const values = given as Readonly<Record<string, unknown>>;
  const text = (name: string): string | undefined => {
    const value = values[name];
    if (value !== undefined && typeof value !== 'string') throw new ToolInputError(`${name} is a text.`);
    return value;
  };
  const format = FORMATS.find((one) => one === (text('format') ?? 'png'));
  if (format === undefined) throw new ToolInputError(`format is one of ${FORMATS.join(', ')}.`);
  const [file, url, out, background] = ['path', 'url', 'out', 'background'].map(text);
  if (background !== undefined && !/^#[0-9a-f]{6}$/i.test(background)) {
    throw new ToolInputError('background is a colour such as #ffffff.');
  }
  return {
    format,
    crop: values['crop'] === true,
    spendCredit: values['spend_credit'] === true,
    ...(file === undefined ? {} : { path: file }),
    ...(url === undefined ? {} : { url }),
    ...(out === undefined ? {} : { out }),
    ...(background === undefined ? {} : { background }),
  };
}
