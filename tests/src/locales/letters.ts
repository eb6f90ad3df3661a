import type { LanguageCode } from '@clearcut/schemas/constants';
import { type Script, scriptOf } from '@clearcut/schemas/languages';

/** Lower-case letters beside a to z of languages in Latin script; any other means that a text is in the wrong file. */
const LATIN: Partial<Record<LanguageCode, string>> = {
  ca: 'àèéíïòóúüç·',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'æøåé',
  de: 'äöüßé',
  es: 'áéíóúüñ',
  fi: 'äöåšž',
  fr: 'àâæçéèêëîïôœùûüÿ',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  id: 'é',
  it: 'àèéìíîòóùú',
  lv: 'āčēģīķļņšūž',
  ms: 'é',
  nb: 'æøåéèêòóô',
  nl: 'éëïöüèêóáíú',
  pl: 'ąćęłńóśźż',
  pt: 'áâãàçéêíóôõúü',
  ro: 'ăâîșț',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšž',
  sr: 'čćđšž',
  sv: 'åäöéà',
  tr: 'çğıi̇öşüâîû',
};

/** Cyrillic letters that a language lacks. */
const NOT_CYRILLIC: Partial<Record<LanguageCode, RegExp>> = {
  bg: /[ыэёіїєґђјљњћџ]/i,
  ru: /[іїєґђјљњћџ]/i,
  uk: /[ыэёъђјљњћџ]/i,
};

const OF_SCRIPT: Readonly<Record<Script, RegExp>> = {
  Latn: /\p{Script=Latin}/u,
  Arab: /\p{Script=Arabic}/u,
  Cyrl: /\p{Script=Cyrillic}/u,
  Grek: /\p{Script=Greek}/u,
  Hani: /\p{Script=Han}/u,
  Hang: /\p{Script=Hangul}/u,
  Hebr: /\p{Script=Hebrew}/u,
  Jpan: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  Thai: /\p{Script=Thai}/u,
};

/** The readable text, without names of values, tags and addresses. */
const readable = (text: string): string => text.replace(/\{\{.*?\}\}|<[^>]*>|https?:\S+/g, ' ');

/** Undefined: correct. */
export function wrongLetters(language: LanguageCode, text: string): string | undefined {
  const script = scriptOf(language);
  const read = readable(text);
  const words = read.match(/[\p{L}\p{M}]+/gu) ?? [];
  const mixed = words.find(
    (word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word),
  );
  if (mixed !== undefined) return `"${mixed}" mixes letters of two scripts`;
  const letters = read.match(/\p{L}/gu) ?? [];
  // Names of formats and products stay in Latin letters everywhere.
  const foreign = letters.find(
    (letter) => !OF_SCRIPT[script].test(letter) && !/[\p{Script=Latin}\p{Script=Common}]/u.test(letter),
  );
  if (foreign !== undefined) return `"${foreign}" is of another script`;
  const alphabet = LATIN[language];
  const other =
    alphabet === undefined
      ? letters.find((letter) => NOT_CYRILLIC[language]?.test(letter))
      : letters.find((letter) => !/[a-z]/i.test(letter) && !alphabet.includes(letter.toLowerCase()));
  if (other !== undefined) return `"${other}" is no letter of this language`;
  const isTranslated = letters.some((letter) => OF_SCRIPT[script].test(letter));
  return script !== 'Latn' && words.length > 3 && !isTranslated ? 'is in Latin letters' : undefined;
}
