import { DEFAULT_SETTINGS } from '@clearcut/schemas/transaction/scene/constants';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { EditedPicture } from './picture/edited-picture.ts';
import { Toolbar } from './Toolbar.tsx';

vi.mock('./picture/usePicture.ts', () => ({ usePicture: () => undefined }));
vi.mock('./state/useTools.ts', () => ({ useTools: () => ({ view: { zoom: 1, x: 0, y: 0 } }) }));
vi.mock('./state/usePreferences.ts', () => ({
  usePreferences: () => ({ fillsWindow: true, knowsFill: true, hasLetterKeys: true }),
}));

const getState = () => ({ version: { masks: [], undoId: null, redoId: null }, settings: DEFAULT_SETTINGS });

test('buttons reached with Tab are not marked as a toolbar, which would promise arrow keys', () => {
  const html = renderToStaticMarkup(
    createElement(Toolbar, { picture: { getState } as unknown as EditedPicture, isLow: false }),
  );
  expect(html).toMatch(/role="group" aria-label="toolbar"/);
  expect(html).not.toContain('role="toolbar"');
});
