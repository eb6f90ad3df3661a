import type { HttpReply } from '../message.ts';

const SENT = 'accept, authorization, content-type, idempotency-key, if-none-match, prefer, range, x-api-key';
const READ = [
  'content-disposition',
  'etag',
  'link',
  'location',
  'retry-after',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'x-credits-charged',
  'x-credits-left',
  'x-foreground-height',
  'x-foreground-left',
  'x-foreground-top',
  'x-foreground-width',
  'x-height',
  'x-ignored-parameters',
  'x-model',
  'x-preview-reason',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-type',
  'x-width',
].join(', ');
const MAX_AGE_SECONDS = 600;

export function shareWith(reply: Pick<HttpReply, 'headers'>, origin: string): void {
  const headers = { 'access-control-allow-origin': origin, 'access-control-expose-headers': READ };
  reply.headers(origin === '*' ? headers : { ...headers, vary: 'origin' });
}

export const preflightHeaders = (origin: string, methods: readonly string[]): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': SENT,
  'access-control-max-age': String(MAX_AGE_SECONDS),
  vary: 'origin',
});
