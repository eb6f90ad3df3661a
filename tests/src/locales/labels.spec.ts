import { TRANSLATIONS } from '@clearcut/schemas/languages';
import { expect, test } from 'vitest';
import { textsOf } from './texts.ts';

/** A button's words, and its name for assistive technology (WCAG 2.5.3). */
const NAMED = [
  ['saves.json receipt', 'my-images.json receipt'],
  ['saves.json otherFormats', 'my-images.json formats'],
  ['api.json limits.open', 'api.json limits.of'],
  ['my-images.json words.edit', 'my-images.json edit'],
  ['my-images.json delete.many', 'my-images.json delete.one'],
  ['payments.json packs.buy', 'payments.json packs.buyOne'],
] as const;

test.each(TRANSLATIONS.map(({ code }) => code))('buttons in %s are named by the words they show', (code) => {
  const textOf = (place: string): string => {
    const [file = '', key = ''] = place.split(' ');
    return (textsOf('client', code, file)[key] ?? '').toLocaleLowerCase(code);
  };
  for (const [words, name] of NAMED) expect(textOf(name)).toContain(textOf(words));
});
