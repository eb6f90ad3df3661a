import type { HttpRequest } from '../../http/message.ts';
import type { Spool } from '../../transaction/index.ts';
import { CatalogueError } from '@clearcut/schemas/errors';
import { isStorable, UNSEEN } from '@clearcut/schemas/text/characters';
import { FieldCollector, type FieldNames, type Fields } from './fields.ts';
import { readForm } from './form.ts';
import { readJson } from './json.ts';
import { readUrlencoded } from './urlencoded.ts';

/**
 * Removes the files after `use`. Reads anything that is not a form as JSON: some clients send it as `text/plain` or
 * without a type.
 * @throws CatalogueError validation_failed, file_too_large, upload_interrupted; what `use` throws
 */
export async function withFields<T>(
  {
    request,
    bytes,
    spool,
    names,
  }: {
    readonly request: HttpRequest;
    readonly bytes: AsyncIterable<Uint8Array>;
    readonly spool: Spool;
    readonly names: FieldNames;
  },
  use: (fields: Fields) => Promise<T>,
): Promise<T> {
  const fields = new FieldCollector(spool, names);
  const contentType = request.headers['content-type'] ?? '';
  try {
    if (/^multipart\/form-data\b/i.test(contentType)) await readForm(contentType, bytes, fields);
    else if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) await readUrlencoded(bytes, fields);
    else await readJson(bytes, fields);
    refuseUnstorable(fields);
    return await use(fields);
  } finally {
    await fields.remove();
  }
}

function refuseUnstorable({ texts }: Fields): void {
  const unseen = [...texts].find(([name, text]) => isStorable(name) && !isStorable(text));
  if (unseen !== undefined)
    throw new CatalogueError('validation_failed', { validationErrors: { [unseen[0]]: UNSEEN } });
}
