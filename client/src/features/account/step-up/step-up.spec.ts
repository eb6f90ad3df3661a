import { expect, test } from 'vitest';
import { provedAgain } from '../../../lib/http/recent-proof.ts';
import { stepUp } from './step-up.ts';

test('regression: a question left open when the login ended met the next person, as whom the call was repeated', async () => {
  const leave = stepUp.host();
  const proved = provedAgain();
  expect(stepUp.getState().isOpen).toBe(true);
  leave();
  expect(await proved).toBe(false);
  // A refusal that arrives later finds no page to ask on.
  expect(await provedAgain()).toBe(false);
  stepUp.host();
  expect(stepUp.getState().isOpen).toBe(false);
});
