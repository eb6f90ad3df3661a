import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createClearcutTheme } from '../../../app/theme/theme.ts';
import { DownloadDialog } from './DownloadDialog.tsx';

/** Reads the version that the dialog starts with. Without texts their keys are shown. */
function opened(save: object | null) {
  const about = { id: 'a', originalFileName: 'a.jpg', width: 40, height: 30, settings: DEFAULT_SETTINGS };
  const view = { ...about, save } as TransactionView;
  const dialog = createElement(DownloadDialog, { view, onClose: () => undefined });
  const themed = createElement(ThemeProvider, { theme: createClearcutTheme('ltr') }, dialog);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, themed));
  const version = /<input(?=[^>]*name="quality)(?=[^>]*checked)[^>]*value="(\w+)"/.exec(html)?.[1];
  return { html, version };
}

test('the HD file of the current version is offered first', () => {
  const { html, version } = opened({ isCurrent: true, width: 40, height: 30 });
  expect(version).toBe('high');
  expect(html).toContain('versions.high');
});

test('an HD file older than the last edit is labelled as such, and downloaded only on request', () => {
  const { html, version } = opened({ isCurrent: false, width: 40, height: 30 });
  expect(version).toBe('low');
  expect(html).toContain('versions.older');
  expect(html).not.toContain('versions.high');
});

test('without an HD file the preview is offered', () => {
  expect(opened(null).version).toBe('low');
});
