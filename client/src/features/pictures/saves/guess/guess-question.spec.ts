import { expect, test } from 'vitest';
import { guessQuestion } from './guess-question.ts';

test('a question is answered once, and a newer one answers the older with no', async () => {
  const first = guessQuestion.ask();
  expect(guessQuestion.getState()).toBe(true);
  const second = guessQuestion.ask();
  expect(await first).toBe(false);
  expect(guessQuestion.getState()).toBe(true);
  guessQuestion.answer(true);
  guessQuestion.answer(false);
  expect(await second).toBe(true);
  expect(guessQuestion.getState()).toBe(false);
});
