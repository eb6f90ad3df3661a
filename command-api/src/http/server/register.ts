import type { Span, Tracing } from '@clearcut/platform/telemetry/tracing/port';
import { CatalogueError } from '@clearcut/schemas/errors';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import { admit } from '../access.ts';
import type { Gates } from '../authenticator.ts';
import { bytesOf, ignoreBody, jsonOf } from '../body/body.ts';
import type { Contract } from '@clearcut/schemas/contracts/contract';
import { type Received, type Route, takesBytes } from '../contract.ts';
import type { ErrorReports } from './error-reports.ts';
import type { MemberRequester } from '../../kernel/requester.ts';
import { callerOf, countsAsChange } from '../changes.ts';
import { ExpressReply, ExpressRequest } from './express-message.ts';
import { preflightHeaders } from '../headers/program-cors.ts';
import { sendError } from './send-error.ts';

export function routerOf(
  routes: readonly Route[],
  {
    uploadsPerMinute,
    errorReports,
    tracing,
    ...gates
  }: Gates & { readonly uploadsPerMinute: number; readonly errorReports: ErrorReports; readonly tracing: Tracing },
): Router {
  const router = Router({ caseSensitive: true });
  const countUpload = uploadCounter(uploadsPerMinute);

  async function serve({ contract, handle }: Route, raw: Request, response: Response): Promise<void> {
    const request = new ExpressRequest(raw, response);
    const reply = new ExpressReply(response);
    let requester: Received['requester'];
    try {
      // Before the body: a refused request's bytes are not read.
      requester = await admit(contract, request, reply, gates);
      if (contract.isUpload === true) await countUpload(raw, response);
      if (countsAsChange(contract)) await gates.countChange(callerOf(requester, request.ip));
      const { params, query } = raw;
      const requireProof = () => gates.authenticator.requireProof(requester as MemberRequester);
      const received = { params, query, requester, requireProof, request, reply };
      if (contract.cache !== undefined) reply.header('cache-control', contract.cache);
      const body = await handle({ ...received, ...(await receive(contract, raw)) });
      await reply.send(body, firstStatus(contract));
    } catch (error) {
      await sendError(error, { raw, response, contract, requester, errorReports });
    }
  }

  /** Ignores clients' trace headers: anyone could write into another's trace. */
  function traced(route: Route, raw: Request, response: Response): Promise<void> {
    const { method, path } = route.contract;
    const attributes = {
      'http.request.method': method,
      'http.route': path,
      'clearcut.correlation_id': raw.id as string,
    };
    return tracing.within({ name: `${method} ${path}`, kind: 'server', attributes }, async (span) => {
      await serve(route, raw, response);
      recordStatus(span, response);
    });
  }

  for (const [path, ofPath] of byPath(routes)) {
    const address = router.route(path);
    for (const route of ofPath) {
      const method = route.contract.method.toLowerCase() as Lowercase<Contract['method']>;
      address[method]((request, response) => traced(route, request, response));
    }
    const methods = ofPath.map(({ contract }) => contract.method);
    address.options(preflight(ofPath, methods, gates));
    address.all(refuseMethod(methods));
  }
  return router;
}

/** Answers preflights for keys; others get the usual 405. */
function preflight(routes: readonly Route[], methods: readonly string[], { keyGate }: Gates): RequestHandler {
  const takesKeys = routes.some(({ contract }) => contract.credentials.includes('api-key'));
  const sharing = routes.find(({ mayShare }) => mayShare !== undefined);
  return async (raw, response, next) => {
    const { origin, 'access-control-request-method': asked } = raw.headers;
    if (origin === undefined || asked === undefined) return next();
    const isShared = sharing?.mayShare?.(new ExpressRequest(raw, response)) === true;
    if (!isShared && !(takesKeys && (await keyGate.allowsOrigin(origin)))) return next();
    response.set(preflightHeaders(isShared ? '*' : origin, methods));
    response.status(204).end();
  };
}

function recordStatus(span: Span, { statusCode }: Response): void {
  span.set({ 'http.response.status_code': statusCode });
  if (statusCode >= 500) span.fail(String(statusCode));
}

/** Fixed segments first: `:id` matches `background` too. */
function byPath(routes: readonly Route[]): [path: string, routes: Route[]][] {
  const paths = Map.groupBy(routes, ({ contract }) => contract.path);
  return [...paths].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

const rank = (path: string): string => path.replaceAll(/:\w+/g, '\uffff');

/** Objects keep integer keys in ascending order. */
const firstStatus = ({ answers }: Contract): number => Number(Object.keys(answers)[0]);

function refuseMethod(methods: readonly Contract['method'][]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return (_request, response) => {
    response.setHeader('allow', allowed);
    throw new CatalogueError('method_not_allowed');
  };
}

async function receive({ body }: Contract, raw: Request): Promise<Pick<Received, 'body' | 'bytes'>> {
  if (takesBytes(body)) {
    const { maxBytes, tooLarge } = body;
    return { body: undefined, bytes: bytesOf(raw, maxBytes, () => new CatalogueError(tooLarge)) };
  }
  if (body === undefined) await ignoreBody(raw);
  return { body: body === undefined ? undefined : await jsonOf(raw), bytes: NO_BYTES };
}

const NO_BYTES: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} };

function uploadCounter(uploadsPerMinute: number): (request: Request, response: Response) => Promise<void> {
  const limiter = rateLimit({
    limit: uploadsPerMinute,
    windowMs: 60_000,
    legacyHeaders: false,
    standardHeaders: false,
    // Would warn about every X-Forwarded-For that no trusted proxy sent.
    validate: { xForwardedForHeader: false },
    handler: (request, _response, next) => next(new CatalogueError('too_many_requests', retryAfter(request))),
  });
  return async (request, response) => {
    try {
      await new Promise<void>((resolve, reject) => {
        void limiter(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
      });
    } catch (error) {
      sendLimit(request, response);
      throw error;
    }
    // Keys have their own limit.
    if (!response.hasHeader('x-ratelimit-limit')) sendLimit(request, response);
  };
}

const limitOf = (request: Request): RateLimitInfo | undefined =>
  (request as Request & { readonly rateLimit?: RateLimitInfo }).rateLimit;

const secondsOf = (time: Date | undefined): number => Math.ceil((time?.getTime() ?? Date.now()) / 1000);

const retryAfter = (request: Request): { readonly retryAfterSeconds: number } => ({
  retryAfterSeconds: Math.max(1, secondsOf(limitOf(request)?.resetTime) - secondsOf(undefined)),
});

function sendLimit(request: Request, response: Response): void {
  const info = limitOf(request);
  if (info === undefined) return;
  response.setHeader('x-ratelimit-limit', info.limit);
  response.setHeader('x-ratelimit-remaining', info.remaining);
  response.setHeader('x-ratelimit-reset', secondsOf(info.resetTime));
}
