import { expect, test } from 'vitest';
import { failureOfAnswer } from './failure.ts';

test.each([502, 503, 504])("a proxy's page with %d means that the service is restarting", (status) => {
  const { code } = failureOfAnswer(status, 'Bad Gateway', '<h1>Bad Gateway</h1>');
  expect(code).toBe('service_unavailable');
});

test('a response that names its code keeps it, and one without is generic', () => {
  expect(failureOfAnswer(503, '', '{"errorCode":"mail_unavailable"}').code).toBe('mail_unavailable');
  expect(failureOfAnswer(500, '', 'no').code).toBe('generic');
});

test.each([
  ['402 without a code', 402, '{}', 'no_credits', 402],
  [
    'a flag in the body of another response',
    400,
    '{"no_credits":true,"errorCode":"validation_failed"}',
    'no_credits',
    402,
  ],
  ['a card that was declined', 402, '{"errorCode":"card_declined"}', 'card_declined', 402],
  ['a flag that is false', 400, '{"no_credits":false}', 'generic', 400],
])('%s', (_what, status, body, code, shown) => {
  expect(failureOfAnswer(status, '', body)).toMatchObject({ code, status: shown });
});

test('a response that names a place in the queue keeps it', () => {
  expect(failureOfAnswer(503, '', '{"errorCode":"save_queued","queue":{"ahead":12}}').ahead).toBe(12);
  expect(failureOfAnswer(503, '', '{"errorCode":"save_queued"}').ahead).toBeUndefined();
});
