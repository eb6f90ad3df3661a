import { CatalogueError } from '@clearcut/schemas/errors';
import { newPictureFieldsSchema } from '@clearcut/schemas/public-api/pictures';
import { parse } from '../../http/contract.ts';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import type { HttpRequest } from '../../http/message.ts';
import { type KeyRequester, ownerOf } from '../../kernel/requester.ts';
import { contentOf, refuseBulk } from '../../transaction/index.ts';
import { countOf } from '../cut-out/allowance.ts';
import type { FieldFile, FieldNames, Fields } from '../body/fields.ts';
import type { PicturesDeps } from './dependencies.ts';

export const FIELDS: FieldNames = { files: new Set(['file']), base64: new Set(['fileBase64']) };

/**
 * Returns the picture's id.
 * @throws CatalogueError picture_required, validation_failed, bulk_not_in_plan, too_many_requests of a test key; what
 * `Uploader` throws
 */
export async function uploadNew(
  { database, uploader, config, planOf, requestWebhooks }: PicturesDeps,
  { texts, files, repeated }: Fields,
  requester: KeyRequester,
  request: HttpRequest,
): Promise<string> {
  const fields = parse(newPictureFieldsSchema, Object.fromEntries(texts), 'validation_failed');
  const { subject, url, name, batchId, webhookUrl } = fields;
  const [twice] = repeated;
  if (twice !== undefined) {
    throw new CatalogueError('validation_failed', { validationErrors: { [twice]: 'Give this field once' } });
  }
  const webhook = webhookUrl === undefined ? undefined : requestWebhooks.readAddress(webhookUrl, 'webhookUrl');
  const file = onlyFile(files, url !== undefined);
  if (batchId !== undefined) await refuseBulk(requester.subject, { config, planOf });
  const count = countOf(database, requester.via);
  const { teamId } = requester.subject;
  const { keyId } = requester.via;
  const upload = {
    owner: ownerOf(requester),
    idempotencyKey: idempotencyKeyOf(request),
    correlationId: request.id,
    address: request.ip,
    subject,
    batchId: batchId ?? null,
    askedModel: null,
    said: [name ?? file?.name ?? '', webhookUrl ?? ''],
    beforeNew: async (pictureId: string) => {
      await count?.();
      // Later, it would miss a fast failure.
      if (webhook !== undefined) await requestWebhooks.keep({ pictureId, teamId, keyId, url: webhook });
    },
  };
  const { id } =
    file === undefined
      ? await uploader.uploadByUrl({ ...upload, url: url ?? '', fileName: name })
      : await uploader.uploadFile({ ...upload, body: contentOf(file), fileName: name ?? (file.name || 'image') });
  return id;
}

/** Undefined when an address is given instead. @throws CatalogueError picture_required, validation_failed */
function onlyFile(files: Fields['files'], hasUrl: boolean): FieldFile | undefined {
  const unknown = [...files.keys()].find((name) => !FIELDS.files.has(name) && !FIELDS.base64.has(name));
  if (unknown !== undefined) {
    throw new CatalogueError('validation_failed', { validationErrors: { [unknown]: 'There is no such field' } });
  }
  const [file] = files.values();
  if (files.size + (hasUrl ? 1 : 0) !== 1) throw new CatalogueError('picture_required');
  return file;
}
