import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createRtlCache } from '../../../app/theme/rtl-cache.ts';
import { createClearcutTheme } from '../../../app/theme/theme.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { ShadowPanel } from './ShadowPanel.tsx';

vi.mock('../picture/usePicture.ts', () => ({
  usePicture: () => ({
    settings: { shadow: { kind: 'drop', color: '#000000', opacity: 0.25, blur: 5, offset: { x: 60, y: 0 } } },
  }),
}));

test('in right-to-left pages, the slider still moves in the shadow’s direction', () => {
  const panel = createElement(ShadowPanel, { picture: {} as EditedPicture });
  const themed = createElement(ThemeProvider, { theme: createClearcutTheme('rtl') }, panel);
  const html = renderToStaticMarkup(createElement(CacheProvider, { value: createRtlCache() }, themed));
  const thumbs = [...html.matchAll(/MuiSlider-thumb [^>]* style="(\w+:\d+%)/g)].map(([, place]) => place);
  // Opacity and blur follow the reading direction; left and right in a picture do not.
  expect(thumbs).toEqual(['right:25%', 'right:10%', 'left:75%', 'right:50%']);
  // Mirrored styles must not shift such a thumb.
  expect(html).toMatch(/MuiSlider-thumb\{[^}]*[;{]translate:-50% -50%/);
});
