import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@clearcut/platform/telemetry/logger';
import type { Metrics } from '@clearcut/platform/telemetry/metrics';
import type { Request, RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';

const CLIENT_CLOSED_REQUEST = 499;

const hidden = (): undefined => undefined;

/** Logs no headers or query strings, which hold cookies and file names. */
export function requestLog(log: Logger): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: (_request, response) => {
      const id = randomUUID();
      response.setHeader('x-request-id', id);
      return id;
    },
    quietReqLogger: true,
    quietResLogger: true,
    wrapSerializers: false,
    serializers: { req: hidden, res: hidden },
    customAttributeKeys: { reqId: 'correlationId', responseTime: 'ms' },
    customSuccessObject: (request, response, { ms }: { ms: number }) => factsOf(request, response, ms),
    customErrorObject: (request, response, _error, { ms }: { ms: number }) => factsOf(request, response, ms),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
  });
}

export function requestMetrics(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      metrics.observeRequest({ method: request.method, route: routeOf(request), status: statusOf(response), seconds });
    });
    next();
  };
}

export const statusOf = ({ headersSent, statusCode }: ServerResponse): number =>
  headersSent ? statusCode : CLIENT_CLOSED_REQUEST;

const factsOf = (request: IncomingMessage, response: ServerResponse, ms: number) => ({
  method: request.method,
  route: routeOf(request),
  status: statusOf(response),
  ms,
});

/** Each id would become a time series. */
const routeOf = (request: IncomingMessage): string => {
  const { route } = request as Partial<Pick<Request, 'route'>> as { readonly route?: { readonly path: string } };
  return route?.path ?? 'none';
};
