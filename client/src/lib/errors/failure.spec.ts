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
