import type { Box } from '@clearcut/schemas/transaction/scene';
import type { JobErrorCode } from '@clearcut/schemas/errors';
import type { ImageBlob, TransactionEvent } from '@clearcut/schemas/transaction/events';

type ExportEvent = Extract<TransactionEvent, { type: 'ExportRequested' | 'ExportMade' | 'ExportFailed' }>;

export interface MadeExport {
  readonly file: ImageBlob;
  /** Subject's box in the source, when a layout was requested. */
  readonly foreground: Box | null;
}

/** By export id; null while in progress. */
export type Exports = Readonly<Record<string, MadeExport | { readonly errorCode: JobErrorCode } | null>>;

export function evolveExports(exports: Exports, { type, data }: ExportEvent): Exports {
  switch (type) {
    case 'ExportRequested':
      return { ...exports, [data.exportId]: null };
    case 'ExportMade':
      return { ...exports, [data.exportId]: { file: data.file, foreground: data.foreground } };
    case 'ExportFailed':
      return { ...exports, [data.exportId]: { errorCode: data.errorCode } };
  }
}
