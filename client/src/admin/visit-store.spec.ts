import { expect, test } from 'vitest';
import { visitStore } from './visit-store.ts';

test('regression: a list keeps its page number after a user leaves it, and hides it from the next user', () => {
  const store = visitStore('ada');
  store.setup();
  store.setItem('credit-ledger.listParams', { page: 2 });
  store.teardown();
  const again = visitStore('ada');
  again.setup();
  expect(again.getItem('credit-ledger.listParams')).toEqual({ page: 2 });
  expect(visitStore('bob').getItem('credit-ledger.listParams')).toBeUndefined();
  expect(visitStore('ada').getItem('credit-ledger.listParams')).toBeUndefined();
});
