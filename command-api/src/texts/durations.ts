import { type Language, tagOf } from '@clearcut/schemas/languages';

/** `15 minutes`, `7 days`: the largest unit that divides `ms` evenly, localised. */
export function duration(ms: number, language: Language): string {
  const minutes = ms / 60_000;
  if (minutes % 1440 === 0) return inUnit(minutes / 1440, 'day', language);
  if (minutes % 60 === 0) return inUnit(minutes / 60, 'hour', language);
  return inUnit(minutes, 'minute', language);
}

export function inUnit(value: number, unit: 'minute' | 'hour' | 'day' | 'year', language: Language): string {
  return new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
