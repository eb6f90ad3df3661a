import path from 'node:path';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { checkKind, nameIn, numbered, outputOf } from '../files/jobs.ts';
import { FileError, readPicture } from '../files/read-picture.ts';
import { checkWritable, exists, UnwrittenError, writeNew } from '../files/write.ts';
import type { Settings, Wanted } from '../options.ts';
import { createLocal } from '../local.ts';
import { createServer, readAccount } from '../server.ts';
import type { CutOut, Source } from '../source.ts';
import { allowedFolders, within } from './roots.ts';

const MEDIA_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

const pixel = z.int().min(0);

const picture = {
  path: z
    .string()
    .min(1)
    .optional()
    .describe('The file of the picture, below the shared folders: PNG, JPG or WEBP. One of path and url.'),
  url: z.string().min(1).max(2000).optional().describe('A public address of the picture, which the server fetches.'),
  out: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The new file to write, below the shared folders. Default: beside the picture, with -cutout in its name.',
    ),
  format: z.enum(['png', 'jpg', 'webp']).default('png').describe('jpg needs a background.'),
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'A colour such as #ffffff.')
    .optional()
    .describe('A colour behind the cut-out: #ffffff.'),
  crop: z.boolean().default(false).describe('Cut to the subject.'),
  point: z
    .strictObject({ x: pixel, y: pixel })
    .optional()
    .describe('A pixel of the subject, from the upper left. One of point and box.'),
  box: z
    .strictObject({ x: pixel, y: pixel, width: pixel.min(1), height: pixel.min(1) })
    .optional()
    .describe('A box around the subject, in pixels from the upper left.'),
  mask: z.boolean().default(false).describe('Write the mask instead of the cut-out.'),
};
const pictureInput = z.strictObject(picture);
const localInput = z
  .strictObject({ ...picture, path: z.string().min(1).describe('The file of the picture: PNG, JPG or WEBP.') })
  .omit({ url: true });
const saveInput = z.strictObject({
  ...picture,
  spend_credit: z.boolean().describe('true once the person has agreed to pay one credit.'),
});
type Input = z.infer<typeof pictureInput>;

const VISITOR = 'Without CLEARCUT_API_KEY there is no account: previews are free, and nothing can be saved in HD.';
/** Makes files, and never replaces any. */
const ANNOTATIONS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };

/** Errors are part of the result, where the assistant reads them. */
export function addTools(server: McpServer, settings: Settings): void {
  if (settings.url === undefined) addLocalTool(server, settings);
  else addServersTools(server, settings);
}

function addLocalTool(server: McpServer, settings: Settings): void {
  server.registerTool(
    'remove_background',
    {
      title: 'Remove the background',
      description:
        'Cuts a picture out on this machine, at full size, and writes it to a new file. Free; the picture is sent nowhere. Never replaces a file.',
      inputSchema: localInput,
      annotations: { ...ANNOTATIONS, openWorldHint: false },
    },
    (input, { signal }) => answer(() => cutOut(server, input, { size: 'full', settings, signal })),
  );
}

function addServersTools(server: McpServer, settings: Settings): void {
  server.registerTool(
    'remove_background',
    {
      title: 'Remove the background',
      description:
        'Cuts a picture out and writes the preview, at most 500 pixels a side, to a new file. Free. Never replaces a file.',
      inputSchema: pictureInput,
      annotations: ANNOTATIONS,
    },
    (input, { signal }) => answer(() => cutOut(server, input, { size: 'preview', settings, signal })),
  );
  server.registerTool(
    'save',
    {
      title: 'Save in HD',
      description:
        'Cuts a picture out at full size and writes it to a new file. It costs the team one credit, so ask the person first; the same picture again within 15 minutes costs nothing. Never replaces a file. Needs CLEARCUT_API_KEY.',
      inputSchema: saveInput,
      annotations: ANNOTATIONS,
    },
    ({ spend_credit: isAgreed, ...input }, { signal }) =>
      answer(() => {
        if (settings.apiKey === undefined) throw new FileError(VISITOR);
        if (!isAgreed) {
          throw new FileError('Nothing was saved: it costs one credit. Ask the person, then set spend_credit.');
        }
        return cutOut(server, input, { size: 'full', settings, signal });
      }),
  );
  server.registerTool(
    'account',
    {
      title: 'Account',
      description: 'The credits that the team has left, and what the API key may do.',
      inputSchema: z.strictObject({}),
      annotations: { readOnlyHint: true },
    },
    () =>
      answer(async () =>
        said(settings.apiKey === undefined ? VISITOR : JSON.stringify(await readAccount(settings), null, 2)),
      ),
  );
}

interface Call {
  readonly size: 'preview' | 'full';
  readonly settings: Settings;
  /** Aborts when the client cancels. */
  readonly signal: AbortSignal;
}

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

async function answer(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    return { ...said(error instanceof Error ? error.message : String(error)), isError: true };
  }
}

async function cutOut(
  server: McpServer,
  { url, path: file, out, ...wanted }: Input,
  { size, settings, signal }: Call,
): Promise<CallToolResult> {
  if ((url === undefined) === (file === undefined)) throw new FileError('Give one of path and url.');
  const { format, background, crop, mask, point, box } = wanted;
  if (point !== undefined && box !== undefined) throw new FileError('Give one of point and box.');
  if (mask && settings.url !== undefined && settings.apiKey === undefined)
    throw new FileError('A mask of the server needs CLEARCUT_API_KEY.');
  if (format === 'jpg' && background === undefined && !mask) {
    throw new FileError('A JPG cannot be transparent: give a background.');
  }
  if (out !== undefined) checkKind(out, format, true);
  const folders = await allowedFolders(server);
  const input = file === undefined ? undefined : await within(folders, file);
  const output = await within(folders, out ?? outputOf(input ?? nameIn(url ?? ''), '', undefined, format, mask));
  if (out !== undefined && (await exists(output))) {
    throw new FileError(`${out} is there already, and nothing is replaced. Choose another name.`);
  }
  await checkWritable(output);
  const source: Source =
    input === undefined ? { url: url ?? '' } : { bytes: await readPicture(input), name: path.basename(input) };
  signal.throwIfAborted();
  const made = await cutterOf(settings, { size, format, background, crop, mask, point, box })(source, signal);
  // A paid file is kept.
  if (made.credits === 0) signal.throwIfAborted();
  let written = output;
  const write = (): Promise<boolean> =>
    writeNew(written, made.bytes).catch((error: unknown) => {
      throw new UnwrittenError(written, error, made.credits);
    });
  for (let n = 2; !(await write()); n += 1) written = numbered(output, n);
  const price = settings.url === undefined ? '' : ` (${made.credits} credits)`;
  const doubt =
    made.isGuess === true
      ? ' No subject was certain: this is the likeliest. Look at it, or give a point or a box.'
      : '';
  const text = `${written}${price}${doubt}`;
  const summary = { type: 'text', text } as const;
  // Too large for an assistant.
  if (size === 'full') return { content: [summary] };
  const data = Buffer.from(made.bytes).toString('base64');
  return { content: [summary, { type: 'image', data, mimeType: MEDIA_TYPES[format] }] };
}

const LOCAL = { model: undefined, dataDir: undefined, concurrency: 2 } as const;

function cutterOf(
  { url, apiKey }: Settings,
  wanted: Pick<Wanted, 'size' | 'format' | 'background' | 'crop' | 'mask' | 'point' | 'box'>,
): (source: Source, signal: AbortSignal) => Promise<CutOut> {
  return url === undefined ? createLocal({ ...LOCAL, ...wanted }) : createServer({ url, apiKey, ...wanted });
}
