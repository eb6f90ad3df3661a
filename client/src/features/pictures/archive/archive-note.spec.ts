import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import texts from '../../../../locales/en/archive.json' with { type: 'json' };
import { ArchiveNote } from './ArchiveNote.tsx';
import type { ArchiveState } from './useArchive.ts';

async function noteOf(state: ArchiveState): Promise<string> {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources: { en: { archive: texts } } });
  const archive = { state, start: () => undefined, reset: () => undefined };
  const note = createElement(ArchiveNote, { archive });
  return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, note));
}

test('regression: pictures that an archive holds in an outdated version are named', async () => {
  const note = await noteOf({ stage: 'done', included: 2, earlier: ['duck.png'], missing: [] });
  expect(note).toContain('1 picture is as it was before its last changes');
  expect(note).toContain('duck.png');
});

test('an archive of up-to-date pictures has no notice', async () => {
  const note = await noteOf({ stage: 'done', included: 1, earlier: [], missing: [] });
  expect(note).toContain('1 picture downloaded.');
  expect(note).not.toContain('as it was');
});
