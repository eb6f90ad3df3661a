import { KafkaJSConnectionError, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
import { expect, test } from 'vitest';
import { isConnectionError } from '../../database/database.ts';
import { MessageBusUnavailableError } from '../port.ts';
import { isOutage } from './outage.ts';

const closed = new KafkaJSConnectionError('Closed connection', { broker: 'a:9092' });

test('regression: an unconnected broker is an outage, like every transient error', () => {
  const passing = [
    new Error('Broker not connected'),
    closed,
    new KafkaJSNumberOfRetriesExceeded(closed, { retryCount: 5, retryTime: 1_000 }),
  ];
  expect(passing.map(isOutage)).toEqual(passing.map(() => true));
  expect(isConnectionError(new MessageBusUnavailableError(closed))).toBe(true);
});

test('does not publish a record that no broker accepts', () => {
  expect(isOutage(new KafkaJSNonRetriableError('Message too large'))).toBe(false);
  expect(isOutage(new TypeError('undefined is not iterable'))).toBe(false);
});
