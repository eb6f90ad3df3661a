import { isConnectionError } from '@clearcut/platform/database/database';
import { VersionConflictError } from '@clearcut/platform/event-store/port';
import { CatalogueError, errorCatalogue, type ErrorCode } from '@clearcut/schemas/errors';
import type { ErrorBody } from '@clearcut/schemas/transaction/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

const RETRY_AFTER_SECONDS = 2;

/**
 * SQLSTATEs that will pass: statement or lock time-out, and no such table or schema, which is so until projections have
 * made theirs on the very first start.
 */
const PASSING_STATES = new Set(['57014', '55P03', '42P01', '3F000']);

/** Answers with the catalogue's error; the request's id is the error's id, so that the log line can be found by it. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const known = toCatalogueError(error);
  const { code, status } = known;
  if (status >= 500) {
    request.log[code === 'service_unavailable' ? 'warn' : 'error']({ err: error, errorCode: code }, 'request failed');
  }
  if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS);
  void reply.header('cache-control', 'no-store');
  return reply.status(status).type('application/json; charset=utf-8').send(errorBody(known, request.id));
}

export function errorBody({ code, message, validationErrors }: CatalogueError, uuid: string): ErrorBody {
  return {
    message,
    errorCode: code,
    uuid,
    ...(validationErrors === undefined ? {} : { validation_errors: validationErrors }),
  };
}

function toCatalogueError(error: unknown): CatalogueError {
  if (error instanceof CatalogueError) return error;
  const because = (code: ErrorCode, validationErrors?: Record<string, string>): CatalogueError =>
    new CatalogueError(code, { cause: error, ...(validationErrors === undefined ? {} : { validationErrors }) });
  if (isConnectionError(error) || error instanceof VersionConflictError) return because('service_unavailable');
  if (!(error instanceof Error)) return because('unexpected');
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string' && PASSING_STATES.has(code)) return because('service_unavailable');
  // Fastify's own refusals: a body that is no JSON, is too large, or has another type than the contract says.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return because('validation_failed', { body: error.message });
  }
  return because('unexpected');
}

/** Everything a client can be answered with, for the documentation. */
export function describeErrors(codes: readonly ErrorCode[]): Map<number, string> {
  const byStatus = new Map<number, string>();
  for (const code of codes) {
    const { status, message } = errorCatalogue[code];
    const line = `\`${code}\`: ${message}`;
    byStatus.set(status, byStatus.has(status) ? `${byStatus.get(status)}\n\n${line}` : line);
  }
  return byStatus;
}
