import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createRtlCache } from '../../app/theme/rtl-cache.ts';
import { createClearcutTheme } from '../../app/theme/theme.ts';
import { Pager } from './Pager.tsx';

test('in right-to-left languages, the next page is to the left', () => {
  const pages = { page: 1, pageSize: 20, total: 100 };
  const pager = createElement(Pager, { ...pages, onPage: () => undefined, onPageSize: () => undefined });
  const themed = createElement(ThemeProvider, { theme: createClearcutTheme('rtl') }, pager);
  const html = renderToStaticMarkup(createElement(CacheProvider, { value: createRtlCache() }, themed));
  expect(html).toMatch(/<button[^>]*"pages.next"(?:(?!<\/button>).)*NavigateBefore/);
  expect(html).not.toMatch(/[{;]scale:/);
});
