import { createLogger } from '@clearcut/platform/telemetry/logger';
import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorBody } from '@clearcut/schemas/transaction/http';
import { expect, test } from 'vitest';
import { answerError } from './errors.ts';
import type { HttpReply, HttpRequest } from './message.ts';

const origin = 'https://clearcut.example';
const request = {
  id: 'request',
  origin,
  headers: {},
  log: createLogger('test', { logLevel: 'silent' }),
} as HttpRequest;

function answerTo(error: unknown, accept?: string) {
  const head: Record<string, string | number> = {};
  const reply = {
    status: (code: number) => ((head['status'] = code), reply),
    header: (name: string, value: string | number) => ((head[name] = value), reply),
  } as unknown as HttpReply;
  return {
    body: answerError(error, accept === undefined ? request : { ...request, headers: { accept } }, reply) as ErrorBody,
    head,
  };
}

test.for(['ENOSPC', 'EDQUOT', '53100'])('%s is answered with 507 and when to retry', (code) => {
  const { body, head } = answerTo(Object.assign(new Error('no space left on device'), { code }));
  expect(body.errorCode).toBe('storage_full');
  expect(head).toMatchObject({ status: 507, 'retry-after': 60 });
});

test('the error for a queued save has its place and when to retry', () => {
  const { body, head } = answerTo(new CatalogueError('save_queued', { ahead: 40, retryAfterSeconds: 40 }));
  expect(body).toMatchObject({ errorCode: 'save_queued', queue: { ahead: 40 } });
  expect(head).toMatchObject({ status: 503, 'retry-after': 40 });
});

test('other errors have neither', () => {
  const { body, head } = answerTo(new Error('broken'));
  expect([body.errorCode, body.queue, head['retry-after']]).toEqual(['unexpected', undefined, undefined]);
});

test.each(Object.keys(errorCatalogue) as ErrorCode[])(
  'as a problem, %s links to its own place on the errors page',
  (code) => {
    const { body } = answerTo(new CatalogueError(code), 'application/problem+json');
    expect(JSON.parse(body as unknown as string)).toMatchObject({
      type: `${origin}/docs/errors#${code}`,
      errorCode: code,
    });
  },
);
