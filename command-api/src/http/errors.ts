import { isConnectionError } from '@clearcut/platform/database/database';
import { VersionConflictError } from '@clearcut/platform/event-store/port';
import { isStorageFull } from '@clearcut/platform/storage-full';
import type { ErrorForm } from '@clearcut/schemas/contracts/contract';
import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import { PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import type { ErrorBody } from '@clearcut/schemas/transaction/http';
import type { HttpReply, HttpRequest } from './message.ts';

/** By status. A full disk needs an operator. */
const RETRY_AFTER_SECONDS: Readonly<Record<number, number>> = { 503: 2, 507: 60 };

/** Time-outs, and tables that projections create on the first start. */
const PASSING_STATES = new Set(['57014', '55P03', '42P01', '3F000']);

const CHALLENGED = new Set<ErrorCode>(['api_key_required', 'api_key_invalid']);

/** Path prefixes that answer in another service's form, 404s included. */
export type Dialects = readonly { readonly prefix: string; readonly form: ErrorForm }[];

/** RFC 9457. */
const PROBLEM = 'application/problem+json';

/** Returns the body. The error's id finds the log line. */
export function answerError(error: unknown, request: HttpRequest, reply: HttpReply, form?: ErrorForm): unknown {
  const known = toCatalogueError(error);
  const { code, status, retryAfterSeconds = RETRY_AFTER_SECONDS[status] } = known;
  if (status >= 500) {
    request.log[status === 503 ? 'warn' : 'error']({ err: error, errorCode: code }, 'request failed');
  }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  reply.header('cache-control', 'no-store');
  if (CHALLENGED.has(code)) reply.header('www-authenticate', 'Bearer realm="clearcut"');
  if (form !== undefined) {
    const said = form(known, request.id);
    reply.status(said.status);
    return said.body;
  }
  reply.status(status);
  if (request.headers.accept?.includes(PROBLEM) !== true) return errorBody(known, request.id);
  reply.header('content-type', PROBLEM);
  return JSON.stringify(problemOf(known, request));
}

function problemOf(error: CatalogueError, { id: uuid, origin }: HttpRequest): object {
  const { code, status, message } = error;
  const names = {
    type: `${origin}${PUBLIC_PAGES.apiErrors.path}#${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: `urn:uuid:${uuid}`,
  };
  return { ...names, ...errorBody(error, uuid) };
}

/** `no_credits` becomes "No credits". */
const titleOf = (code: ErrorCode): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function errorBody({ code, message, validationErrors, ahead }: CatalogueError, uuid: string): ErrorBody {
  return {
    message,
    errorCode: code,
    uuid,
    ...(validationErrors === undefined ? {} : { validation_errors: validationErrors }),
    ...(ahead === undefined ? {} : { queue: { ahead } }),
  };
}

export function toCatalogueError(error: unknown): CatalogueError {
  if (error instanceof CatalogueError) return error;
  const catalogued = (code: ErrorCode): CatalogueError => new CatalogueError(code, { cause: error });
  if (isStorageFull(error)) return catalogued('storage_full');
  if (isConnectionError(error) || error instanceof VersionConflictError) return catalogued('service_unavailable');
  if (!(error instanceof Error)) return catalogued('unexpected');
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string' && PASSING_STATES.has(code)) return catalogued('service_unavailable');
  // Express: undecodable path.
  if (error instanceof URIError) return catalogued('not_found');
  // Express static files.
  if (statusCode === 416) return catalogued('range_not_satisfiable');
  // Express parsers: a form that is too long or malformed.
  if (typeof statusCode === 'number' && statusCode < 500) return catalogued('validation_failed');
  return catalogued('unexpected');
}

export function describeErrors(codes: readonly ErrorCode[], form?: ErrorForm): Map<number, string> {
  const byStatus = new Map<number, string>();
  for (const code of codes) {
    const { message } = errorCatalogue[code];
    const status = form?.(new CatalogueError(code), '').status ?? errorCatalogue[code].status;
    const line = form === undefined ? `\`${code}\`: ${message}` : message;
    if (byStatus.get(status)?.includes(line) === true) continue;
    byStatus.set(status, byStatus.has(status) ? `${byStatus.get(status)}\n\n${line}` : line);
  }
  return byStatus;
}
