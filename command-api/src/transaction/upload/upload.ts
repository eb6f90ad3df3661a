import { randomUUID } from 'node:crypto';
import type { BlobStore } from '@clearcut/platform/blob-store/port';
import type { Database } from '@clearcut/platform/database/database';
import { derivedId } from '@clearcut/platform/event-store/event-id';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Owner, PipelineStep } from '@clearcut/schemas/transaction/events';
import type { UploadAnswer } from '@clearcut/schemas/transaction/http';
import type { SubjectChoice } from '@clearcut/schemas/transaction/subject';
import { cleanFileName, saveFileName } from '../retention/file-names.ts';
import { actorOf } from '../../kernel/requester.ts';
import type { Secret } from '../../kernel/secret.ts';
import { fetchImage, type FetchOptions, parseImageUrl } from './fetch-image/fetch-image.ts';
import type { TransactionHandler } from '../handler.ts';
import { type ProbedImage, probeImage } from './image-probe/probe.ts';
import type { TransactionReader } from '../read/reader.ts';
import { purge } from '../retention/remove.ts';
import type { Spool, SpooledFile } from './spool.ts';
import type { Admission } from '../queue/admission.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { originOf } from '../quotas/origin.ts';
import { refuseOutside } from '../domain/cut-out.ts';
import { isGone } from '../domain/picture.ts';
import { uploadImage } from '../domain/transaction.ts';

interface UploadRequest {
  readonly owner: Owner;
  readonly idempotencyKey: string | undefined;
  readonly correlationId: string;
  readonly subject: SubjectChoice;
  readonly batchId: string | null;
  /** Null: the installation's own. */
  readonly askedModel: string | null;
  readonly address: string;
  /** Whatever else a repeat must say again. */
  readonly said?: readonly string[];
  /** Precedes the events of a new picture; may refuse it. */
  readonly beforeNew?: (transactionId: string, image: ProbedImage) => Promise<void>;
}

export interface Uploader {
  /** @throws CatalogueError for a refused file; what `body` throws */
  uploadFile(request: UploadRequest & { body: AsyncIterable<Uint8Array>; fileName: string }): Promise<UploadAnswer>;
  /** Without a name, the address gives it. @throws CatalogueError for a refused address or file */
  uploadByUrl(request: UploadRequest & { url: string; fileName?: string | undefined }): Promise<UploadAnswer>;
}

export interface UploadDeps {
  readonly database: Database;
  readonly blobStore: BlobStore;
  readonly handler: TransactionHandler;
  readonly reader: TransactionReader;
  readonly spool: Spool;
  readonly secret: Secret;
  readonly quotas: Quotas;
  readonly admission: Admission;
  readonly mayJoinBatch: (userId: string, batchId: string) => Promise<boolean>;
  readonly fetchOptions?: FetchOptions;
}

/** All ids derive from it. */
interface Intent extends UploadRequest {
  readonly transactionId: string;
  readonly source: 'file' | 'url';
  readonly opId: string;
}

export function createUploader(deps: UploadDeps): Uploader {
  const { database, blobStore, handler, reader, spool, secret, quotas, admission, mayJoinBatch } = deps;

  /** Answer of an earlier upload with this key. @throws CatalogueError idempotency_key_reused */
  async function repeated(intent: Intent): Promise<UploadAnswer | undefined> {
    if (intent.idempotencyKey === undefined) return undefined;
    const { state } = await handler.load(intent.transactionId);
    if (state === null) return undefined;
    const original = { ...state.picture.original, opId: intent.opId };
    uploadImage({ ...intent, original })(state, new Date());
    return answerTo(intent);
  }

  /** Precedes the body. @throws CatalogueError queue_full */
  async function admit({ owner, idempotencyKey }: UploadRequest): Promise<void> {
    try {
      await admission.refuse();
    } catch (error) {
      if (idempotencyKey === undefined) throw error;
      const { state } = await handler.load(transactionIdOf(owner, idempotencyKey));
      if (state === null) throw error;
    }
  }

  async function store(intent: Intent, file: SpooledFile, fileName: string): Promise<UploadAnswer> {
    const { transactionId, source, owner, opId, subject, batchId, askedModel, beforeNew } = intent;
    const image = await probeImage(file.path);
    await quotas.refuse(owner, intent.address, { bytes: file.bytes, pictures: 1 });
    refuseOutside(subject, image);
    // This late, so that repeats and refused files do not count.
    if (owner.kind === 'user' && batchId !== null && !(await mayJoinBatch(owner.userId, batchId))) {
      throw new CatalogueError('bulk_full');
    }
    await beforeNew?.(transactionId, image);
    // Racing uploads with one key do not overwrite each other.
    const blob = `transaction/${transactionId}/original-${file.sha256.slice(0, 16)}`;
    const origin = owner.kind === 'anonymous' ? originOf(secret, intent.address) : null;
    await saveFileName(database, transactionId, { name: cleanFileName(fileName), origin });
    await blobStore.adopt(blob, file);
    const original: PipelineStep = { opId, blob, sha256: file.sha256, bytes: file.bytes, ...image };

    const commandId = derivedId('upload', transactionId, opId, owner.sessionId);
    const { state, version } = await handler.handle(
      transactionId,
      uploadImage({ transactionId, owner, source, original, batchId, subject, askedModel }),
      {
        commandId,
        correlationId: intent.correlationId,
        causationId: commandId,
        actor: actorOf(owner),
        now: new Date(),
      },
    );
    if (isGone(state)) await purge({ database, blobStore }, transactionId);
    else await reader.settle(transactionId, version);
    return answerTo(intent);
  }

  return {
    async uploadFile({ body, fileName, ...request }) {
      await admit(request);
      return await spool.receive(body, async (file) => {
        const intent = intentOf(request, 'file', file.sha256, secret);
        return (await repeated(intent)) ?? (await store(intent, file, fileName));
      });
    },
    async uploadByUrl({ url: text, fileName, ...request }) {
      const url = parseImageUrl(text);
      await admit(request);
      const intent = intentOf(request, 'url', secret.digest('url', url.href).toString('hex'), secret);
      return (
        (await repeated(intent)) ??
        fetchImage(url, deps.fetchOptions ?? {}, (body) =>
          spool.receive(body, (file) => store(intent, file, fileName ?? fileNameOf(url))),
        )
      );
    },
  };
}

function intentOf(request: UploadRequest, source: 'file' | 'url', content: string, secret: Secret): Intent {
  const { idempotencyKey, owner } = request;
  const transactionId = idempotencyKey === undefined ? randomUUID() : transactionIdOf(owner, idempotencyKey);
  return {
    ...request,
    transactionId,
    source,
    opId: derivedId('original', transactionId, source, content, ...chosenWords(request, secret)),
  };
}

/** Same bytes with another choice are another upload. */
const chosenWords = ({ subject, askedModel, said = [] }: UploadRequest, secret: Secret): string[] => [
  ...(subject.kind === 'auto' ? [] : [JSON.stringify(subject)]),
  ...(askedModel === null ? [] : ['model', askedModel]),
  ...(said.length === 0 ? [] : [secret.digest('upload', JSON.stringify(said)).toString('hex')]),
];

const transactionIdOf = (owner: Owner, idempotencyKey: string): string =>
  derivedId('transaction', owner.kind === 'user' ? owner.userId : owner.clientKey, idempotencyKey);

/** Always the first answer, whatever the state of the picture. */
const answerTo = ({ transactionId, owner }: Intent): UploadAnswer => ({
  id: transactionId,
  status: 'PENDING',
  session_id: owner.sessionId,
});

function fileNameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 255);
  } catch {
    // Invalid percent-encoding: use the name unchanged.
    return last.slice(0, 255);
  }
}
