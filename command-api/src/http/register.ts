import { CatalogueError } from '@clearcut/schemas/errors';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify';
import type { Requester } from '../kernel/requester.ts';
import { admit } from './access.ts';
import type { Method, Route } from './contract.ts';
import type { Identity } from '../identity/session/browser-session.ts';

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const IGNORED_TYPE = 'application/x-ignored';

/** Puts the routes on the server, each guarded as its contract says; other methods of their paths get a 405. */
export function registerRoutes(
  server: FastifyInstance,
  routes: readonly Route[],
  { identity, uploadsPerMinute }: { readonly identity: Identity; readonly uploadsPerMinute: number },
): void {
  // Bodies are JSON or bytes; Fastify would take plain text too, and hand it on as a string.
  server.removeContentTypeParser('text/plain');
  const parseJson = server.getDefaultJsonParser('error', 'error');
  // Whether a body may be left out is for the contract to say; Fastify would refuse an empty one that has a type.
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === '' ? done(null) : parseJson(request, text, done),
  );
  // Only this type is streamed to its handler; see `asBytes`.
  server.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
  // See `asIgnored`. Not streamed: it is taken in as far as JSON would be, and a longer one refused.
  server.addContentTypeParser(IGNORED_TYPE, { parseAs: 'buffer' }, (_request, _bytes, done) => done(null));

  // One counter, where settings of the routes would make one of each.
  const countUpload = server.rateLimit({ max: uploadsPerMinute, timeWindow: '1 minute' });
  const taken = new Map<string, Method[]>();
  const admitted = new WeakMap<FastifyRequest, Requester>();
  for (const { contract, handle } of routes) {
    const { method, path, body, isUpload } = contract;
    taken.set(path, [...(taken.get(path) ?? []), method]);
    const guard: onRequestAsyncHookHandler = async (request, reply) => {
      const requester = await admit(contract, request, reply, identity);
      if (requester !== undefined) admitted.set(request, requester);
    };
    server.route({
      method,
      url: path,
      handler: (request, reply) => handle(request, reply, admitted.get(request)),
      // Before the body is read: nobody who is refused makes us take in their bytes.
      onRequest: [
        ...(body === 'bytes' ? [asBytes] : body === undefined ? [asIgnored] : []),
        guard,
        ...(isUpload === true ? [countUpload] : []),
      ],
    });
  }

  for (const [url, methods] of taken) {
    server.route({
      method: METHODS.filter((method) => !methods.includes(method)),
      url,
      onRequest: async (_request, reply) => {
        void reply.header('allow', methods.join(', '));
        throw new CatalogueError('method_not_allowed');
      },
      handler: async () => undefined,
    });
  }
}

/** What a client calls its bytes is of no interest, and a malformed type would be refused before we have looked at them. */
const asBytes: onRequestHookHandler = (request, _reply, done) => {
  request.headers['content-type'] = 'application/octet-stream';
  done();
};

/** Some clients send a body, or name its type, where there is none: axios `{}` with a POST, ra-data-simple-rest a type with a DELETE. */
const asIgnored: onRequestHookHandler = (request, _reply, done) => {
  request.headers['content-type'] = IGNORED_TYPE;
  done();
};
