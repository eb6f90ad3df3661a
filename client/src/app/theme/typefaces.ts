import { type Language, scriptOf, type Script } from '@clearcut/schemas/languages';

const greekAndCyrillic = () => import('@fontsource-variable/noto-sans/wght.css');

/** Letters that our own two typefaces lack. Chinese, Japanese and Korean come from the system: typefaces of them are megabytes. */
const FACES: Partial<Record<Script, () => Promise<unknown>>> = {
  Arab: () => import('@fontsource-variable/readex-pro/wght.css'),
  Cyrl: greekAndCyrillic,
  Grek: greekAndCyrillic,
  Hebr: () => import('@fontsource-variable/noto-sans-hebrew/wght.css'),
  Thai: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
};

/** Makes the typeface of a language known to the page. One that does not come is no reason to refuse the language: the system has letters, too. */
export async function prepareTypeface(language: Language): Promise<void> {
  await FACES[scriptOf(language)]?.().catch(() => undefined);
}

const DISPLAY = 'font-display';

/**
 * Shows typefaces whenever they come. On a page that the server has drawn those that come late are kept back, or what stands on it would move
 * while it is read; once the page is left, or where nothing was drawn, nothing is held by them.
 */
export function showLateTypefaces(): void {
  for (const sheet of document.styleSheets) {
    // Those of other sites, such as a chat, may not be read.
    if (sheet.href !== null && new URL(sheet.href).origin !== location.origin) continue;
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.getPropertyValue(DISPLAY) === 'swap') continue;
      rule.style.setProperty(DISPLAY, 'swap');
    }
  }
}
