import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@clearcut/platform/config/project';
import { expect, test } from 'vitest';

test('regression: each command API of docker-compose.yml had its own encryption key, which was lost with its container', async () => {
  const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  expect(serviceOf(compose, 'command-api')).toContain('ENCRYPTION_KEYS_FILE: /run/secrets/encryption-keys');
  expect(compose).toContain('encryption-keys: { file: ./secrets/encryption-keys }');
});

test('regression: workers and projectors of docker-compose.yml waited for a mail server that their network does not reach', async () => {
  const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  expect(compose.match(/SMTP_URL:/g)).toHaveLength(1);
  expect(serviceOf(compose, 'command-api')).toContain('SMTP_URL: smtp://mail:1025');
});

test('regression: Compose gives a read-only container no configuration whose text stands in the file', async () => {
  const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  expect(compose).toContain('proxy: { file: ./deploy/compose/nginx.conf }');
  expect(compose).not.toContain('content: |');
});

test('regression: two 503 responses made the proxy answer 502 to everyone for 10 s', async () => {
  const proxy = await readFile(join(projectRoot, 'deploy/compose/nginx.conf'), 'utf8');
  expect(proxy).toMatch(/server command-api:3000 resolve max_fails=0;/);
});

test('regression: 20 simultaneous uploads get no 503 for lack of PostgreSQL connections', async () => {
  const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  expect(serviceOf(compose, 'postgres')).toContain('command: [postgres, -c, max_connections=300]');
});

test('there are three brokers, and an acknowledged message is on two of them', async () => {
  const compose = await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8');
  expect(compose).toContain('KAFKA_BROKERS: kafka-1:9092,kafka-2:9092,kafka-3:9092');
  expect(serviceOf(compose, 'kafka-1')).toMatch(
    /KAFKA_DEFAULT_REPLICATION_FACTOR: 3\n +KAFKA_MIN_INSYNC_REPLICAS: 2\n/,
  );
});

const serviceOf = (compose: string, name: string): string | undefined =>
  new RegExp(`\\n {2}${name}:.*\\n((?: {4}.*\\n)+)`).exec(compose)?.[1];
