import type { FileQuality } from '@clearcut/schemas/public-api/pictures';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { idempotencyKeyOf } from '../../http/headers/idempotency.ts';
import type { HttpRequest } from '../../http/message.ts';
import type { KeyRequester } from '../../kernel/requester.ts';

export const QUALITY: Record<FileQuality, Quality> = { preview: 'low', hd: 'high' };

export function meaningOf({ subject }: KeyRequester, request: HttpRequest): readonly string[] | undefined {
  const key = idempotencyKeyOf(request);
  const [path = ''] = request.url.split('?');
  return key === undefined ? undefined : [subject.userId, path.replace(/\/$/, ''), key];
}
