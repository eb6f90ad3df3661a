import { Readable } from 'node:stream';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import { CREDITS_CHARGED_HEADER } from '@clearcut/schemas/http/credit-headers';
import type { ImageBlob } from '@clearcut/schemas/transaction/events';
import type { Box } from '@clearcut/schemas/transaction/scene';
import { contentDisposition } from '../../http/headers/content-disposition.ts';
import type { HttpReply } from '../../http/message.ts';
import { openBlob } from '../../transaction/index.ts';
import { archiveOf } from '../cut-out/archive.ts';

export interface Result {
  readonly files: readonly { readonly name: string; readonly file: ImageBlob }[];
  readonly foreground: Box | null;
  readonly charged: number;
  readonly tellsType: boolean;
  readonly isRepeat: boolean;
  readonly previewReason: string | null;
}

export type JsonForm = 'in data' | 'plain';

const EXTENSIONS = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

export async function sendResult(
  {
    reply,
    blobStore,
    json,
  }: {
    readonly reply: HttpReply;
    readonly blobStore: BlobStore;
    readonly json: JsonForm | null;
  },
  result: Result,
): Promise<Readable> {
  const { files, foreground, charged, tellsType, isRepeat, previewReason } = result;
  const [first] = files;
  if (first === undefined) throw new Error('There is nothing to answer');
  const isArchive = files.length > 1;
  const { width, height, mediaType, bytes } = first.file;
  reply.headers({
    'x-width': width,
    'x-height': height,
    [CREDITS_CHARGED_HEADER]: charged,
    ...(tellsType ? { 'x-type': 'other' } : {}),
    ...(isRepeat ? { 'idempotent-replayed': 'true' } : {}),
    ...(previewReason === null ? {} : { 'x-preview-reason': previewReason }),
  });
  if (foreground !== null) {
    reply.headers({
      'x-foreground-top': foreground.y,
      'x-foreground-left': foreground.x,
      'x-foreground-width': foreground.width,
      'x-foreground-height': foreground.height,
    });
  }
  const content = isArchive ? await archiveOf(blobStore, files) : (await openBlob(blobStore, first.file.blob)).content;
  if (json !== null) {
    reply.header('content-type', 'application/json; charset=utf-8');
    const text = Readable.from(json === 'plain' ? inPlainJson(content) : inJson(content, foreground));
    // A generator that was never read runs no `finally`.
    return text.once('close', () => content.destroy());
  }
  reply.headers({
    'content-type': isArchive ? 'application/zip' : mediaType,
    'content-disposition': contentDisposition('attachment', `no-bg.${isArchive ? 'zip' : EXTENSIONS[mediaType]}`),
    ...(isArchive ? {} : { 'content-length': bytes }),
  });
  return content;
}

async function* inJson(content: Readable, foreground: Box | null): AsyncGenerator<string> {
  yield '{"data":{"result_b64":"';
  yield* base64Of(content);
  const { x, y, width, height } = foreground ?? { x: 0, y: 0, width: 0, height: 0 };
  const box = { foreground_top: y, foreground_left: x, foreground_width: width, foreground_height: height };
  yield `",${JSON.stringify(box).slice(1)}}`;
}

async function* inPlainJson(content: Readable): AsyncGenerator<string> {
  yield '{"result_b64":"';
  yield* base64Of(content);
  yield '"}';
}

/** Pieces of whole triples need no padding in between. */
async function* base64Of(content: Readable): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
