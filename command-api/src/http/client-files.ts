import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { FastifyInstance } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built client: files by name, and the page itself for every address that a browser asks a page of, since
 * the client routes within. Addresses of the API never get a page.
 */
export async function serveClient(server: FastifyInstance, directory: string): Promise<void> {
  const isBuilt = await access(join(directory, 'index.html')).then(
    () => true,
    () => false,
  );
  if (isBuilt) {
    await server.register(fastifyStatic, {
      root: directory,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names under assets/ hold a hash of the content; the page that names them must always be fresh.
        const isHashed = path.startsWith(join(directory, 'assets'));
        void reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }
  server.setNotFoundHandler((request, reply) => {
    // Not by `new URL`, which takes what follows two slashes for a host, and throws where it is none.
    const isApi = /^\/api(?:[/?#]|$)/.test(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = request.headers.accept?.includes('text/html') === true;
    if (!isBuilt || isApi || !isRead || !wantsPage) throw new CatalogueError('not_found');
    return reply.sendFile('index.html');
  });
}
