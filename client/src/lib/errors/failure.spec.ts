import { expect, test } from 'vitest';
import { failureOfAnswer } from './failure.ts';

test.each([502, 503, 504])('the page of a proxy that answers %d is a service that is restarting', (status) => {
  const { code } = failureOfAnswer(status, 'Bad Gateway', '<h1>Bad Gateway</h1>');
  expect(code).toBe('service_unavailable');
});

test('an answer that names its code keeps it, and another without one is generic', () => {
  expect(failureOfAnswer(503, '', '{"errorCode":"mail_unavailable"}').code).toBe('mail_unavailable');
  expect(failureOfAnswer(500, '', 'no').code).toBe('generic');
});

test.each([
  ['402 that names no code', 402, '{}', 'no_credits', 402],
  [
    'a flag in the body of another answer',
    400,
    '{"no_credits":true,"errorCode":"validation_failed"}',
    'no_credits',
    402,
  ],
  ['a card that was declined', 402, '{"errorCode":"card_declined"}', 'card_declined', 402],
  ['a flag that is off', 400, '{"no_credits":false}', 'generic', 400],
])('%s', (_what, status, body, code, shown) => {
  expect(failureOfAnswer(status, '', body)).toMatchObject({ code, status: shown });
});

test('an answer that names a place in a queue keeps it', () => {
  expect(failureOfAnswer(503, '', '{"errorCode":"save_queued","queue":{"ahead":12}}').ahead).toBe(12);
  expect(failureOfAnswer(503, '', '{"errorCode":"save_queued"}').ahead).toBeUndefined();
});
