import { createLogger } from '@clearcut/platform/telemetry/logger';
import { createMetrics } from '@clearcut/platform/telemetry/metrics';
import { noTracing } from '@clearcut/platform/telemetry/tracing/port';
import { onTestFinished } from 'vitest';
import { CatalogueError } from '@clearcut/schemas/errors';
import type { Authenticator, KeyGate } from '../authenticator.ts';
import { createServer, type ServerOptions } from '../server/server.ts';

const visitorsAlone: Authenticator = {
  requester: () =>
    Promise.resolve({
      subject: { kind: 'anonymous' },
      via: { kind: 'session', loginId: null, anonymousSessionId: null },
    }),
  claimsMember: () => false,
  requireProof: () => Promise.resolve(),
  handOutSession: () => undefined,
};

const noKeys: KeyGate = {
  admit: () => Promise.reject(new CatalogueError('api_key_invalid')),
  recheck: () => Promise.reject(new CatalogueError('api_key_invalid')),
  allowsOrigin: () => Promise.resolve(false),
};

export async function startServer(options: Partial<ServerOptions> = {}): Promise<number> {
  const server = createServer({
    routes: [],
    pages: undefined,
    authenticator: visitorsAlone,
    keyGate: noKeys,
    countChange: () => Promise.resolve(),
    uploadsPerMinute: 1_000,
    trustedProxies: [],
    humanCheck: false,
    stripe: false,
    hosts: undefined,
    origins: [],
    others: {},
    site: undefined,
    clientDirectory: '/nowhere',
    dialects: [],
    errorReports: { keep: () => undefined },
    metrics: createMetrics('test'),
    tracing: noTracing,
    log: createLogger('test', { logLevel: 'silent' }),
    ...options,
  });
  onTestFinished(() => server.close());
  return server.listen({ host: '127.0.0.1', port: 0 });
}
