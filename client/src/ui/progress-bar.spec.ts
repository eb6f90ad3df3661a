import { CacheProvider } from '@emotion/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createRtlCache } from '../app/theme/rtl-cache.ts';
import { ProgressBar } from './ProgressBar.tsx';

function inArabic(share: number | undefined): string {
  const bar = createElement(ProgressBar, { share, label: 'Upload' });
  return renderToStaticMarkup(createElement(CacheProvider, { value: createRtlCache() }, bar));
}

test('in right-to-left languages a bar fills from the right', () => {
  const html = inArabic(0.25);
  expect(html).toContain('transform-origin:right');
  expect(html).not.toContain('transform-origin:left');
});

test('in right-to-left languages an indeterminate bar runs from the right', () => {
  const [, name] = /\[dir=rtl\] [^{]*\{animation:([\w-]+)/.exec(inArabic(undefined)) ?? [];
  expect(name).toBeDefined();
  expect(inArabic(undefined)).toMatch(
    new RegExp(`@keyframes ${name}\\{from\\{translate:100% 0;\\}to\\{translate:-300% 0;`),
  );
});
