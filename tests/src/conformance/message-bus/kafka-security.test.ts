/** A real broker with TLS and authentication only, configured only by settings. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { loadConfig } from '@clearcut/platform/config/config';
import { connectKafka, type KafkaConnection } from '@clearcut/platform/message-bus/kafka/kafka';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startKafka } from '../../support/servers/kafka.ts';
import { isScaleRun } from '../../support/servers/scale.ts';
import { whenAvailable } from '../../support/servers/when-available.ts';

/** As for `kafka.test.ts`. */
const broker = isScaleRun ? await whenAvailable('Kafka with TLS', startKafka) : undefined;
afterAll(() => broker?.stop());

describe.skipIf(broker === undefined)('a broker with TLS and SASL', { timeout: 120_000 }, () => {
  const { brokers = '', certificate = '', username = '', password = '' } = broker?.secured ?? {};
  const trusted = getCACertificates('default');
  const person = { KAFKA_USERNAME: username, KAFKA_PASSWORD: password };

  // Same effect as NODE_EXTRA_CA_CERTS on a starting process.
  beforeAll(() => setDefaultCACertificates([...trusted, readFileSync(certificate, 'utf8')]));
  afterEach(() => setDefaultCACertificates([...trusted, readFileSync(certificate, 'utf8')]));
  afterAll(() => setDefaultCACertificates(trusted));

  function connectWith(env: Record<string, string>): KafkaConnection {
    const { kafka } = loadConfig({ KAFKA_BROKERS: brokers, ...env });
    if (kafka === undefined) throw new Error('There is no Kafka in these settings');
    const connection = connectKafka({ ...kafka, clientId: 'security-test', log: pino({ level: 'silent' }) });
    onTestFinished(() => connection.close());
    return connection;
  }

  test.for(['plain', 'scram-sha-256', 'scram-sha-512'])('records are sent and received with %s', async (mechanism) => {
    const kafka = connectWith({ KAFKA_TLS: 'true', KAFKA_SASL: mechanism, ...person });
    const topic = `topic-${randomUUID()}`;
    await kafka.send(topic, [{ key: 'one', value: 'sealed' }]);
    const taken: string[] = [];
    kafka.follow({
      group: topic,
      topics: [topic],
      async take(_topic, records) {
        taken.push(...records.map(({ value }) => value));
        return 'taken';
      },
    });
    await vi.waitUntil(() => taken.length > 0, 60_000);
    expect(taken).toEqual(['sealed']);
    await vi.waitFor(async () => expect(await kafka.lag(topic, [topic])).toBe(0), 30_000);
  });

  test.for(['plain', 'scram-sha-512'])('a wrong password is refused with %s', async (mechanism) => {
    const kafka = connectWith({ KAFKA_TLS: 'true', KAFKA_SASL: mechanism, ...person, KAFKA_PASSWORD: 'wrong' });
    await expect(kafka.send('secrets', [{ key: 'one', value: 'x' }])).rejects.toThrow(/SASL|authentication/i);
  });

  test('no client connects without a name, or without TLS', async () => {
    await expect(connectWith({ KAFKA_TLS: 'true' }).send('secrets', [{ key: 'one', value: 'x' }])).rejects.toThrow();
    const open = connectWith({ KAFKA_SASL: 'scram-sha-256', ...person });
    await expect(open.send('secrets', [{ key: 'one', value: 'x' }])).rejects.toThrow();
  });

  test('refuses a broker with a certificate of an unknown authority', async () => {
    setDefaultCACertificates(trusted);
    const kafka = connectWith({ KAFKA_TLS: 'true', KAFKA_SASL: 'plain', ...person });
    await expect(kafka.send('secrets', [{ key: 'one', value: 'x' }])).rejects.toThrow(/certificate/);
  });
});
