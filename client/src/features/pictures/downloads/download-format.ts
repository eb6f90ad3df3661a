import type { ExportOptions } from '@clearcut/schemas/transaction/export-options';
import { readStored, writeStored } from '../../../lib/storage/storage.ts';

type Format = ExportOptions['format'];
const FORMATS = ['png', 'webp', 'jpg'] as const satisfies readonly Format[];

/** Format of the last applied template. */
export const downloadFormat = (): Format => FORMATS.find((format) => format === readStored('download-format')) ?? 'png';

export const rememberFormat = (format: Format): void => writeStored('download-format', format);
