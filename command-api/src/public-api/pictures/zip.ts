import type { Readable } from 'node:stream';
import type { TransactionRow } from '@clearcut/projections/transaction/queries';
import { type ExportLayout, PLAIN_LAYOUT } from '@clearcut/schemas/transaction/export-options';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import type { HttpReply, HttpRequest } from '../../http/message.ts';
import { actorOf, type KeyRequester, ownerOf } from '../../kernel/requester.ts';
import { exportOf, sourceOf } from '../../transaction/index.ts';
import { archiveOf } from '../cut-out/archive.ts';
import type { PicturesDeps } from './dependencies.ts';
import type { FileForm } from './file-form.ts';

/**
 * Colours as a JPG and the matte as a PNG, which together weigh less than one PNG.
 * @throws CatalogueError what `sourceOf` and `exportOf` throw
 */
export async function sendZip(
  deps: PicturesDeps,
  row: TransactionRow,
  {
    quality,
    save,
    form,
    requester,
    request,
    reply,
  }: {
    readonly quality: Quality;
    readonly save: string | undefined;
    readonly form: FileForm;
    readonly requester: KeyRequester;
    readonly request: HttpRequest;
    readonly reply: HttpReply;
  },
): Promise<Readable> {
  const source = (await sourceOf(deps, row, quality, save)).file;
  const actor = actorOf(ownerOf(requester));
  const one = async (name: string, format: 'jpg' | 'png', channels: ExportLayout['channels']) => {
    const { crop, margin } = form.query;
    const layout = { ...(form.layout ?? PLAIN_LAYOUT), channels };
    const options = { format, crop, margin: crop === 'none' ? 0 : margin, background: null, layout };
    const { file } = await exportOf(deps, { transactionId: row.id, source, options, requestId: request.id, actor });
    return { name, file };
  };
  const files = [await one('color.jpg', 'jpg', 'rgb'), await one('alpha.png', 'png', 'alpha')];
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('attachment', `${row.id}.zip`),
    'cache-control': 'no-store',
  });
  return archiveOf(deps.blobStore, files);
}
