import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import { ThemeProvider } from '@mui/material/styles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createClearcutTheme } from '../../../app/theme/theme.ts';
import { Proofs } from './LedgerParts.tsx';

/** Links of an old save. Without texts their keys are shown. */
function proofsOf(line: Partial<LedgerEntry>): string {
  const save = { kind: 'spent', date: '2026-01-01T00:00:00.000Z', transactionId: 'a', saveId: 'b', ...line };
  const proofs = createElement(Proofs, { line: save as LedgerEntry });
  const themed = createElement(ThemeProvider, { theme: createClearcutTheme('ltr') }, proofs);
  return renderToStaticMarkup(createElement(MemoryRouter, undefined, themed));
}

test('a save links to its receipt, a failed one does not', () => {
  expect(proofsOf({ counterEntryDate: null })).toContain('href="/app/receipt/a/b"');
  const failed = proofsOf({ counterEntryDate: '2026-01-01T00:01:00.000Z' });
  expect(failed).toContain('cameBack');
  expect(failed).not.toContain('href');
});

test("regression: an older server's line, which does not say whether credits came back, links to the receipt", () => {
  expect(proofsOf({})).toContain('href="/app/receipt/a/b"');
});
