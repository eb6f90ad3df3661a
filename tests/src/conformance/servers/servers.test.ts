/** Each configured server is checked in the same way, and each fault is one sentence. */
import { createServer } from 'node:http';
import { createSecureServer, createServer as createHttp2Server } from 'node:http2';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@clearcut/platform/config/config';
import { serversOf } from '@clearcut/platform/servers/servers';
import { UnusableServerError } from '@clearcut/platform/server-check';
import { waitForServers } from '@clearcut/platform/servers/wait-for-servers';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../support/postgres.ts';
import { type RunningKurrentDb, startKurrentDb } from '../../support/servers/kurrentdb/kurrentdb.ts';
import { STAND_IN, standInTls } from '../../support/servers/stand-in-certificate.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { startSmtpServer } from '../mail/smtp-server.ts';

interface Waiting {
  readonly said: string[];
  readonly ended: Promise<unknown>;
}

/** Waits like a starting service; `ended` has the error, if any. */
async function waitWith(env: Record<string, string>): Promise<Waiting> {
  const servers = await serversOf(loadConfig(env));
  const said: string[] = [];
  const stopping = new AbortController();
  const ended = waitForServers(servers, { say: (sentence) => said.push(sentence), signal: stopping.signal }).catch(
    (error: unknown) => error,
  );
  onTestFinished(async () => {
    stopping.abort();
    await ended;
    await Promise.all(servers.map((server) => server.close()));
  });
  return { said, ended };
}

async function saying(env: Record<string, string>, sentences: number): Promise<readonly string[]> {
  const { said } = await waitWith(env);
  while (said.length < sentences) await new Promise((resolve) => setTimeout(resolve, 20));
  return said.toSorted();
}

async function refusal(env: Record<string, string>): Promise<string> {
  const error = await waitWith(env).then(
    ({ ended }) => ended,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UnusableServerError);
  return (error as Error).message;
}

async function standIn(options?: Parameters<typeof startKurrentDb>[0]): Promise<RunningKurrentDb> {
  const server = await startKurrentDb(options);
  onTestFinished(() => server.stop());
  return server;
}

test('names an unreachable one with its setting, its address without a password and the reason, and waits for it', async () => {
  const why = 'cannot be reached: the connection was refused. Clearcut waits for it.';
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
  const settings = {
    DATABASE_URL: 'postgres://clearcut:secret@127.0.0.1:9/clearcut',
    EVENT_STORE_URL: 'esdb://admin:secret@127.0.0.1:9?tls=false',
    KAFKA_BROKERS: '127.0.0.1:9',
    BLOB_STORE_URL: 's3://pictures?endpoint=http://127.0.0.1:9',
    SMTP_URL: 'smtp://clearcut:secret@127.0.0.1:9',
  };
  expect(await saying(settings, 5)).toEqual([
    `The blob store at http://127.0.0.1:9/pictures (BLOB_STORE_URL) ${why}`,
    `The database at 127.0.0.1:9 (DATABASE_URL) ${why}`,
    `The event store at esdb://127.0.0.1:9 (EVENT_STORE_URL) ${why}`,
    `The mail server at 127.0.0.1:9 (SMTP_URL) ${why}`,
    `The message bus at 127.0.0.1:9 (KAFKA_BROKERS) ${why}`,
  ]);
});

test('regression: the embedded database was named by a setting that its user never set', async () => {
  const launched = { DATABASE_URL: 'postgres://clearcut:secret@127.0.0.1:9/clearcut', OWNS_DATABASE: 'true' };
  expect(await saying(launched, 1)).toEqual([
    'The embedded database at 127.0.0.1:9 cannot be reached: the connection was refused. Clearcut waits for it.',
  ]);
});

test('names a cluster without a reachable node with the reason, too', async () => {
  expect(await saying({ EVENT_STORE_URL: 'esdb://127.0.0.1:9,127.0.0.1:10?tls=true' }, 1)).toEqual([
    'The event store at esdb://127.0.0.1:9,127.0.0.1:10 (EVENT_STORE_URL) cannot be reached: the connection was refused. Clearcut waits for it.',
  ]);
});

test('does not mention healthy servers, and reports recovered ones', async () => {
  const [server, mail, testDatabase] = [await standIn(), await startSmtpServer(), await createTestDatabase()];
  const proxy = await startTcpProxy(server);
  onTestFinished(async () => {
    await proxy.close();
    await mail.close();
    await testDatabase.drop();
  });
  proxy.takeAway();
  const EVENT_STORE_URL = `esdb://127.0.0.1:${proxy.port}?tls=false`;
  const { said, ended } = await waitWith({ EVENT_STORE_URL, SMTP_URL: mail.url, DATABASE_URL: testDatabase.url });
  while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  proxy.mend();

  expect(await ended).toBeUndefined();
  expect(said).toEqual([
    expect.stringMatching(/^The event store at .* cannot be reached: .*\. Clearcut waits for it\.$/),
    `The event store at esdb://127.0.0.1:${proxy.port} (EVENT_STORE_URL) answers.`,
  ]);
});

test('reports a wrong password, and does not wait', async () => {
  const secured = await standIn({ secured: { username: 'admin', password: 'right' } });
  expect(await refusal({ EVENT_STORE_URL: secured.url.replace(':right@', ':wrong@') })).toBe(
    `The event store at esdb://localhost:${secured.port} (EVENT_STORE_URL) cannot be used: it refuses the name or the password.`,
  );
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const at = new URL(testDatabase.url);
  at.password = 'wrong';
  expect(await refusal({ DATABASE_URL: at.href })).toBe(
    `The database at ${at.host} (DATABASE_URL) cannot be used: it refuses the name or the password.`,
  );
});

test('reports an untrusted certificate too, of one node and of a cluster', async () => {
  const secured = await standIn({ secured: { username: 'admin', password: 'right' } });
  const { ended } = await waitWith({ EVENT_STORE_URL: secured.clusterUrl });
  expect(await ended).toBeUndefined();
  for (const url of [secured.url, secured.clusterUrl]) {
    expect(await refusal({ EVENT_STORE_URL: url.replace(/\?.*$/, '?tls=true') })).toMatch(
      /^The event store at \S+ \(EVENT_STORE_URL\) cannot be used: its certificate is not trusted \(self-signed certificate\)\.$/,
    );
  }
});

test('reports TLS on one side only with the option to change, for one node and for a cluster', async () => {
  const [secured, open] = [await standIn({ secured: { username: 'admin', password: 'right' } }), await standIn()];
  for (const url of [secured.url, secured.clusterUrl]) {
    expect(await refusal({ EVENT_STORE_URL: url.replace(/\?.*$/, '?tls=false') })).toMatch(
      /^The event store at \S+ \(EVENT_STORE_URL\) cannot be used: it speaks TLS; its address needs the option tls=true\.$/,
    );
  }
  for (const url of [open.url, open.clusterUrl]) {
    expect(await refusal({ EVENT_STORE_URL: url.replace(/\?.*$/, '?tls=true') })).toMatch(
      /^The event store at \S+ \(EVENT_STORE_URL\) cannot be used: it speaks no TLS; its address needs the option tls=false\.$/,
    );
  }
});

const page = (_request: unknown, answer: { end(text: string): void }): void => answer.end('<html>');

test('recognises a web server at the address, with and without TLS, over HTTP/1 and HTTP/2', async () => {
  const servers = [
    [createServer(page), 'tls=false'],
    [createServer(page), 'tls=true'],
    [createTlsServer(standInTls(), page), `tls=true&tlsCaFile=${encodeURIComponent(STAND_IN.certificate)}`],
    [createTlsServer(standInTls(), page), 'tls=false'],
    [createHttp2Server(page as never), 'tls=false'],
    [
      createSecureServer({ ...standInTls(), allowHTTP1: true }, page as never),
      `tls=true&tlsCaFile=${encodeURIComponent(STAND_IN.certificate)}`,
    ],
  ] as const;
  for (const [server, options] of servers) {
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    onTestFinished(() => void server.close());
    const at = `esdb://localhost:${(server.address() as AddressInfo).port}`;
    expect(await refusal({ EVENT_STORE_URL: `${at}?${options}` }), options).toBe(
      `The event store at ${at} (EVENT_STORE_URL) cannot be used: a web server answers there, and no event store; mind its host and port.`,
    );
  }
});

test('names the missing right when a login may not read the whole log', async () => {
  const secured = await standIn({ secured: { username: 'clearcut', password: 'right' } });
  secured.behaviour.forbidsReadingAll = true;
  expect(await refusal({ EVENT_STORE_URL: secured.url })).toBe(
    `The event store at esdb://localhost:${secured.port} (EVENT_STORE_URL) cannot be used: its login may not read the whole log, which takes the right to read $all (docs/scale.md).`,
  );
});

test.for([
  ['esdb://admin:secret@a?retries=3', 'it has the option retries, which does not exist'],
  ['esdb://admin:secret@a?tls', 'its option tls has no value'],
  ['esdb://admin:secret@a?tls=perhaps', 'one of its options has a wrong value'],
  ['esdb://admin:secret@a?tlsCaFile=/nowhere', 'Failed to load certificate file. File was not found'],
  ['esdb://admin@a', 'it must have both a name and a password before the @, or neither'],
  ['esdb://a:port', 'it must name servers such as node-1:2113,node-2:2113'],
  ['esdb://a?streamPrefix=$all', 'its option streamPrefix must be letters, digits, "." or "_", 100 at most'],
])('reports an address that the client cannot use: %s', async ([url = '', reason]) => {
  expect(await refusal({ EVENT_STORE_URL: url })).toBe(`The setting EVENT_STORE_URL cannot be used: ${reason}.`);
});
