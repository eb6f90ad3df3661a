import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import bulk from '../../../../../locales/en/bulk.json' with { type: 'json' };
import errors from '@clearcut/schemas/locales/en/errors.json' with { type: 'json' };
import { useItemFailureText } from './useItemFailureText.ts';

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { bulk, errors } }, interpolation: { escapeValue: false } }));

function textOf(code: string): string {
  const Text = () => useItemFailureText()({ code, message: '' });
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(Text)));
}

test('regression: the list does not offer to mark a missing subject, but says where to do it', () => {
  expect(textOf('subject_not_found')).not.toBe(errors.subject_not_found);
  expect(textOf('subject_not_found')).toContain(bulk.back);
});

test('any other failure shows its usual text', () => {
  expect(textOf('image_unreadable')).toBe(errors.image_unreadable);
});
