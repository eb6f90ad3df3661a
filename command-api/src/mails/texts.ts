import { DEFAULT_LANGUAGE, isTranslated, type Language } from '@clearcut/schemas/languages';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };

export type MailTexts = typeof en;

const TEXTS = { en, es, ar } as const satisfies Record<Language, MailTexts>;

/** The language of a mail to a person who uses `language`. */
export const mailLanguage = (language: string): Language => (isTranslated(language) ? language : DEFAULT_LANGUAGE);

export const textsIn = (language: Language): MailTexts => TEXTS[language];

/** Puts values into `{{name}}`. @throws Error for a name without a value: a mail with a gap must not go out */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A mail's text wants {{${name}}}`);
    return value;
  });
}

/** `15 minutes`, `7 days`, `5 years`: the largest unit that fits evenly, in the words of the language. */
export function duration(ms: number, language: Language): string {
  const minutes = ms / 60_000;
  const [value, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, 'day'] : minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return inUnit(value, unit as Unit, language);
}

type Unit = 'minute' | 'hour' | 'day' | 'year';

export function inUnit(value: number, unit: Unit, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
