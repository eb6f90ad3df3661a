/** Configured servers, at the start and later: each fault is one sentence of one form. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpServer } from '../conformance/mail/smtp-server.ts';
import { photo } from '../support/pictures.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { eventually, type Launcher, newDataDir, startLauncher } from '../support/product.ts';
import { type RunningKurrentDb, startKurrentDb } from '../support/servers/kurrentdb/kurrentdb.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

async function launch(env: Record<string, string>): Promise<Launcher> {
  const dataDir = newDataDir();
  const testDatabase = await createTestDatabase();
  const launcher = startLauncher({ dataDir, env: { DATABASE_URL: testDatabase.url, ...env } });
  onTestFinished(async () => {
    launcher.process.kill('SIGTERM');
    await launcher.ended;
    await rm(dataDir, { recursive: true, force: true });
    await testDatabase.drop();
  });
  return launcher;
}

async function proxyTo(target: { host: string; port: number }): Promise<TcpProxy> {
  const proxy = await startTcpProxy(target);
  onTestFinished(() => proxy.close());
  return proxy;
}

async function standIn(options?: Parameters<typeof startKurrentDb>[0]): Promise<RunningKurrentDb> {
  const server = await startKurrentDb(options);
  onTestFinished(() => server.stop());
  return server;
}

const says = (launcher: Launcher, sentence: string) =>
  eventually(() => (launcher.output().includes(sentence) ? true : undefined));
const isReady = (launcher: Launcher) =>
  eventually(() => /^Clearcut is ready: (\S+)$/m.exec(launcher.output())?.[1] ?? undefined);

async function refusal(env: Record<string, string>): Promise<string> {
  const launcher = await launch(env);
  expect(await launcher.ended).toBe(1);
  return launcher.output().trim();
}

test('names each unreachable server with its setting, its address without a password and the reason, and waits for it', async () => {
  const launcher = await launch({
    EVENT_STORE_URL: 'esdb://admin:secret@127.0.0.1:9?tls=false',
    KAFKA_BROKERS: '127.0.0.1:9',
    BLOB_STORE_URL: 's3://pictures?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SMTP_URL: 'smtp://clearcut:secret@127.0.0.1:9',
  });
  const why = 'cannot be reached: the connection was refused. Clearcut waits for it.';
  await says(launcher, `The event store at esdb://127.0.0.1:9 (EVENT_STORE_URL) ${why}`);
  await says(launcher, `The message bus at 127.0.0.1:9 (KAFKA_BROKERS) ${why}`);
  await says(launcher, `The blob store at http://127.0.0.1:9/pictures (BLOB_STORE_URL) ${why}`);
  await says(launcher, `The mail server at 127.0.0.1:9 (SMTP_URL) ${why}`);
  // Three services wait for the same four.
  expect(launcher.output().trim().split('\n')).toHaveLength(4);
  expect(launcher.output()).not.toMatch(/secret|ready/);
});

test('waits for a database that is down at the start, then uses it', async () => {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const at = new URL(testDatabase.url);
  const proxy = await proxyTo({ host: at.hostname, port: Number(at.port) });
  at.host = `127.0.0.1:${proxy.port}`;
  proxy.takeAway();
  const launcher = await launch({ DATABASE_URL: at.href });
  await says(launcher, `The database at 127.0.0.1:${proxy.port} (DATABASE_URL) cannot be reached: `);
  proxy.mend();
  await isReady(launcher);
});

test('an event store and a mail server that stop and return: the start waits, requests get 503, and readiness names them', async () => {
  const server = await standIn();
  const mail = await startSmtpServer();
  onTestFinished(() => mail.close());
  const [log, post] = [
    await proxyTo(server),
    await proxyTo({ host: '127.0.0.1', port: Number(new URL(mail.url).port) }),
  ];
  log.takeAway();
  const launcher = await launch({
    EVENT_STORE_URL: `esdb://127.0.0.1:${log.port}?tls=false`,
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    SANDBOX: 'true',
  });
  const name = `The event store at esdb://127.0.0.1:${log.port} (EVENT_STORE_URL)`;
  await says(launcher, `${name} cannot be reached: `);
  expect(launcher.output()).not.toContain('ready');
  log.mend();
  const url = await isReady(launcher);
  expect(launcher.output()).toContain(`${name} answers.`);

  const problems = async (): Promise<string[]> => {
    const answer = await fetch(`${url}/readyz`);
    return answer.ok ? [] : ((await answer.json()) as { problems: string[] }).problems;
  };
  await eventually(async () => ((await problems()).length === 0 ? true : undefined));

  log.takeAway();
  await eventually(async () => {
    const found = await problems();
    const isReported = found.includes('The event store cannot be reached');
    return isReported && found.includes('Subscriber transaction waits: The event store is out of reach')
      ? true
      : undefined;
  });
  const answer = await fetch(`${url}/api/transaction/?originalFileName=photo.jpg`, {
    method: 'POST',
    headers: { 'client-id': randomUUID() },
    body: new Uint8Array(await photo({ width: 60, height: 40 })),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  log.mend();
  await eventually(async () => ((await problems()).length === 0 ? true : undefined));

  post.takeAway();
  await eventually(async () => ((await problems()).includes('The mail server cannot be reached') ? true : undefined));
  post.mend();
  await eventually(async () => ((await problems()).length === 0 ? true : undefined));
});

test('a wrong password, an untrusted certificate and an unknown option end the start with their message', async () => {
  const secured = await standIn({ secured: { username: 'admin', password: 'right' } });
  const name = `The event store at esdb://localhost:${secured.port} (EVENT_STORE_URL)`;
  expect(await refusal({ EVENT_STORE_URL: secured.url.replace(':right@', ':wrong@') })).toBe(
    `${name} cannot be used: it refuses the name or the password.`,
  );
  expect(await refusal({ EVENT_STORE_URL: secured.url.replace(/\?.*$/, '?tls=true') })).toMatch(
    /^The event store at esdb:\/\/localhost:\d+ \(EVENT_STORE_URL\) cannot be used: its certificate is not trusted \(self-signed certificate\)\.$/,
  );
  expect(await refusal({ EVENT_STORE_URL: 'esdb://admin:secret@127.0.0.1:9?tls=false&retries=3' })).toBe(
    'The setting EVENT_STORE_URL cannot be used: it has the option retries, which does not exist.',
  );
});

test('a user unknown to the database ends the start with its message', async () => {
  const testDatabase = await createTestDatabase();
  onTestFinished(() => testDatabase.drop());
  const at = new URL(testDatabase.url);
  at.password = 'wrong';
  expect(await refusal({ DATABASE_URL: at.href })).toBe(
    `The database at ${at.host} (DATABASE_URL) cannot be used: it refuses the name or the password.`,
  );
});
