import { CatalogueError } from '@clearcut/schemas/errors';
import type { fileQuerySchema } from '@clearcut/schemas/public-api/pictures';
import { type ExportLayout, PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import type { z } from 'zod';
import type { DownloadInput } from '../../transaction/index.ts';
import { type Colour, parseColour } from '../body/colours.ts';

type FileQuery = z.infer<typeof fileQuerySchema>;

export type FileForm = Pick<DownloadInput, 'query'> & { readonly layout: ExportLayout | null };

const CENTRE = { x: 50, y: 50 } as const;

/** @throws CatalogueError validation_failed */
export function formOf(query: FileQuery): FileForm {
  const { channels, scale = null, background, crop, margin } = query;
  const { position = scale === null ? null : CENTRE } = query;
  const format = query.format === 'zip' ? 'png' : query.format;
  const colour = background === undefined ? null : colourOf(background);
  if (channels === 'alpha') {
    const layout = { ...PLAIN_LAYOUT, scale, position, channels };
    return { query: { format: 'png', crop, margin, background: undefined }, layout };
  }
  const plain = { format, crop, margin, background: colour?.colour };
  const isPlain = scale === null && position === null && (colour?.opacity ?? 1) === 1;
  if (isPlain) return { query: plain, layout: null };
  const backgroundOpacity = colour?.opacity ?? 1;
  return { query: plain, layout: { ...PLAIN_LAYOUT, scale, position, backgroundOpacity } };
}

function colourOf(text: string): Colour {
  const colour = parseColour(text);
  if (colour !== undefined) return colour;
  const background = 'A colour is three to eight hex digits, such as #81d4fa, or a name of CSS.';
  throw new CatalogueError('validation_failed', { validationErrors: { background } });
}
