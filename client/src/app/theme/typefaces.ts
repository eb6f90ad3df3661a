import { type Language, scriptOf, type Script } from '@clearcut/schemas/languages';

const greekAndCyrillic = () => import('@fontsource-variable/noto-sans/wght.css');

/** Chinese, Japanese and Korean use system fonts: web fonts of them are megabytes. */
const FACES: Partial<Record<Script, () => Promise<unknown>>> = {
  Arab: () => import('@fontsource-variable/readex-pro/wght.css'),
  Cyrl: greekAndCyrillic,
  Grek: greekAndCyrillic,
  Hebr: () => import('@fontsource-variable/noto-sans-hebrew/wght.css'),
  Thai: () => import('@fontsource-variable/noto-sans-thai/wght.css'),
};

/** A failure does not block the language: system fonts remain. */
export async function prepareTypeface(language: Language): Promise<void> {
  await FACES[scriptOf(language)]?.().catch(() => undefined);
}

const DISPLAY = 'font-display';

/** A server-drawn page holds late typefaces back, since they would shift the text while it is read. */
export function showLateTypefaces(): void {
  for (const sheet of document.styleSheets) {
    // Foreign style sheets, such as a chat's, cannot be read.
    if (sheet.href !== null && new URL(sheet.href).origin !== location.origin) continue;
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.getPropertyValue(DISPLAY) === 'swap') continue;
      rule.style.setProperty(DISPLAY, 'swap');
    }
  }
}
