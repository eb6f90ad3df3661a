import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const refusal = (env: Record<string, string>): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return 'accepted';
};

test('stores blobs in a bucket of Amazon or of any S3 server at the endpoint', () => {
  expect(loadConfig({ BLOB_STORE_URL: 's3://pictures?region=eu-central-1' }).blobStore).toEqual({
    bucket: 'pictures',
    region: 'eu-central-1',
    endpoint: undefined,
    presigned: false,
  });
  expect(loadConfig({ BLOB_STORE_URL: 's3://pictures?endpoint=http://127.0.0.1:9000' }).blobStore).toEqual({
    bucket: 'pictures',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    presigned: false,
  });
  expect(loadConfig({ BLOB_STORE_URL: 's3://pictures?downloads=presigned' }).blobStore?.presigned).toBe(true);
});

test.each([
  'pictures',
  'https://pictures',
  's3://',
  's3://P',
  's3://pictures/folder',
  's3://key:secret@pictures',
  's3://pictures?regoin=eu-central-1',
  's3://pictures?downloads=direct',
  's3://pictures?endpoint=minio:9000',
  's3://pictures?endpoint=http://key:secret@minio:9000',
])('BLOB_STORE_URL=%s is refused', (BLOB_STORE_URL) => {
  expect(refusal({ BLOB_STORE_URL })).toBe(
    'The setting BLOB_STORE_URL must look like s3://bucket?region=eu-central-1 or s3://bucket?endpoint=https://s3.example.com.',
  );
});

test('brokers are listed one by one, each with its port', () => {
  expect(loadConfig({ KAFKA_BROKERS: 'kafka-1:9092, kafka-2:9092' }).kafka).toEqual({
    brokers: ['kafka-1:9092', 'kafka-2:9092'],
    prefix: 'clearcut.',
    tls: false,
    sasl: undefined,
  });
  const wrong = ['kafka', 'kafka:', 'kafka:0', 'kafka:99999', 'kafka:9092,', 'kafka://kafka:9092'];
  // Regression: the client takes it for a host `[` and tries to reach it forever.
  for (const KAFKA_BROKERS of [...wrong, '[fd00::2]:9092']) {
    expect(refusal({ KAFKA_BROKERS })).toBe(
      'The setting KAFKA_BROKERS must be addresses such as kafka-1:9092, kafka-2:9092.',
    );
  }
});

test("the event store uses its own client's address format", () => {
  for (const [given, used] of [
    ['esdb://admin:secret@node:2113?tls=true', 'esdb://admin:secret@node:2113?tls=true'],
    ['kurrentdb+discover://cluster:2113', 'esdb+discover://cluster:2113'],
  ] as const) {
    expect(loadConfig({ EVENT_STORE_URL: given }).eventStoreUrl).toBe(used);
  }
  expect(refusal({ EVENT_STORE_URL: 'http://admin:secret@node:2113' })).toBe(
    'The setting EVENT_STORE_URL must look like esdb://user:password@host:2113?tls=true.',
  );
});

const KAFKA = { KAFKA_BROKERS: 'kafka:9093' };
const PERSON = { KAFKA_USERNAME: 'clearcut', KAFKA_PASSWORD: 'secret, with = and spaces' };

const kafkaWith = (env: Record<string, string>) => loadConfig({ ...KAFKA, ...env }).kafka;

test('connects to brokers by TLS and with credentials where they require it', () => {
  expect(kafkaWith({ KAFKA_TLS: 'true' })).toMatchObject({ tls: true, sasl: undefined });
  expect(kafkaWith({ KAFKA_TLS: 'false' })).toMatchObject({ tls: false, sasl: undefined });
  const person = { username: 'clearcut', password: 'secret, with = and spaces' };
  for (const mechanism of ['plain', 'scram-sha-256', 'scram-sha-512']) {
    const expected = { tls: true, sasl: { mechanism, ...person } };
    expect(kafkaWith({ KAFKA_TLS: 'true', KAFKA_SASL: mechanism, ...PERSON })).toMatchObject(expected);
  }
  expect(kafkaWith({ KAFKA_SASL: 'scram-sha-512', ...PERSON })).toMatchObject({
    tls: false,
    sasl: { mechanism: 'scram-sha-512', ...person },
  });
});

test.each<[Record<string, string>, string]>([
  [{ KAFKA_TLS: 'yes' }, 'The setting KAFKA_TLS must be true or false.'],
  [{ KAFKA_SASL: 'gssapi', ...PERSON }, 'The setting KAFKA_SASL must be one of plain, scram-sha-256, scram-sha-512.'],
  [
    { KAFKA_SASL: 'scram-sha-256', KAFKA_USERNAME: 'clearcut' },
    'The setting KAFKA_PASSWORD must be set as well when KAFKA_SASL is.',
  ],
  [
    { KAFKA_SASL: 'scram-sha-256', KAFKA_PASSWORD: 'secret' },
    'The setting KAFKA_USERNAME must be set as well when KAFKA_SASL is.',
  ],
  [{ KAFKA_USERNAME: 'clearcut' }, 'The setting KAFKA_SASL must be set as well when KAFKA_USERNAME is.'],
  [{ KAFKA_PASSWORD: 'secret' }, 'The setting KAFKA_SASL must be set as well when KAFKA_PASSWORD is.'],
  [
    { KAFKA_SASL: 'plain', ...PERSON },
    'The setting KAFKA_TLS must be true when KAFKA_SASL is plain, which sends the password as it is.',
  ],
])('%j is refused', (env, message) => {
  expect(refusal({ ...KAFKA, ...env })).toBe(message);
});
