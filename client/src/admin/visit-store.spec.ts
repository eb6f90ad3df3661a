import { expect, test } from 'vitest';
import { visitStore } from './visit-store.ts';

test('regression: what a list was told is kept when its page is left, and is not shown to the next person', () => {
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
