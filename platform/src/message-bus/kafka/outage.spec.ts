import { KafkaJSConnectionError, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
import { expect, test } from 'vitest';
import { isConnectionError } from '../../database/database.ts';
import { MessageBusUnavailableError } from '../port.ts';
import { isOutage } from './outage.ts';

const closed = new KafkaJSConnectionError('Closed connection', { broker: 'a:9092' });

test('regression: a broker that is not connected is an outage, as every error is that passes', () => {
  const passing = [
    new Error('Broker not connected'),
    closed,
    new KafkaJSNumberOfRetriesExceeded(closed, { retryCount: 5, retryTime: 1_000 }),
  ];
  expect(passing.map(isOutage)).toEqual(passing.map(() => true));
  expect(isConnectionError(new MessageBusUnavailableError(closed))).toBe(true);
});

test('a record that no broker accepts is not published', () => {
  expect(isOutage(new KafkaJSNonRetriableError('Message too large'))).toBe(false);
  expect(isOutage(new TypeError('undefined is not iterable'))).toBe(false);
});
