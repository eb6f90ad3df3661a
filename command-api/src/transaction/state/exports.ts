import type { JobErrorCode } from '@clearcut/schemas/errors';
import type { ImageBlob, TransactionEvent } from '@clearcut/schemas/transaction/events';

type ExportEvent = Extract<TransactionEvent, { type: 'ExportRequested' | 'ExportMade' | 'ExportFailed' }>;

/** By export id; null while it is being made. */
export type Exports = Readonly<
  Record<string, { readonly file: ImageBlob } | { readonly errorCode: JobErrorCode } | null>
>;

export function evolveExports(exports: Exports, { type, data }: ExportEvent): Exports {
  switch (type) {
    case 'ExportRequested':
      return { ...exports, [data.exportId]: null };
    case 'ExportMade':
      return { ...exports, [data.exportId]: { file: data.file } };
    case 'ExportFailed':
      return { ...exports, [data.exportId]: { errorCode: data.errorCode } };
  }
}
