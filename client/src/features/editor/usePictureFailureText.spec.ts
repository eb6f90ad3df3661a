import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import editor from '../../../locales/en/editor.json' with { type: 'json' };
import errors from '@clearcut/schemas/locales/en/errors.json' with { type: 'json' };
import { Failure } from '../../lib/errors/failure.ts';
import { usePictureFailureText } from './usePictureFailureText.ts';

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { editor, errors } }, interpolation: { escapeValue: false } }));

function textOf(failure: Failure): string {
  const Text = () => usePictureFailureText()(failure);
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(Text)));
}

test('the editor does not ask to mark a missing subject, which only another page can do', () => {
  expect(textOf(new Failure('subject_not_found'))).toBe(editor.none.noSubject);
});

test('any other failure shows its usual text', () => {
  expect(textOf(new Failure('image_unreadable'))).toBe(errors.image_unreadable);
});
