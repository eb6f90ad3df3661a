import Button from '@mui/material/Button';
import { ThemeProvider } from '@mui/material/styles';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Choices } from '../../features/editor/controls/controls.tsx';
import { BackdropPicker } from '../../features/pictures/result/BackdropPicker.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { createClearcutTheme } from './theme.ts';

const themed = (element: ReactElement): string =>
  renderToStaticMarkup(createElement(ThemeProvider, { theme: createClearcutTheme('ltr') }, element));

// Forced colours make all backgrounds and shadows one colour.
test.each([
  ['a progress bar', createElement(ProgressBar, { share: 0.5, label: 'Upload' })],
  ['a colour to choose', createElement(BackdropPicker, { value: 'checker', onChange: () => undefined })],
])('under forced colours, %s keeps what shows its state', (_which, element) => {
  expect(themed(element).includes('forced-color-adjust:none')).toBe(true);
});

test('under forced colours, the selected item of a row has a border', () => {
  const choices = ['one', 'other'].map((value) => ({ value, label: value }));
  const row = { kind: 'radio', label: 'Row', choices, value: 'other', onChange: () => undefined } as const;
  expect(/@media \(forced-colors: active\)\{[^}]*border:2px solid/.test(themed(createElement(Choices, row)))).toBe(
    true,
  );
});

test('regression: under forced colours, a main button looked like plain text', () => {
  const button = themed(createElement(Button, { variant: 'contained' }, 'Save'));
  expect(/@media \(forced-colors: active\)\{[^}]*border:2px solid/.test(button)).toBe(true);
});
