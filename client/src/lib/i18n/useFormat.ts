import { dateTagOf, tagOf } from '@clearcut/schemas/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Format {
  readonly number: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly pixels: (size: { readonly width: number; readonly height: number }) => string;
  /** kB or MB, with 1 MB = 1024 × 1024 bytes like the upload limit. */
  readonly bytes: (bytes: number) => string;
  readonly span: (ms: number) => string;
  readonly ago: (iso: string) => string;
  /** "in 23 hours"; whole hours from two on, rounded down. */
  readonly until: (ms: number) => string;
  readonly day: (isoDay: string) => string;
  readonly moment: (iso: string) => string;
  /** A moment with its seconds. */
  readonly second: (iso: string) => string;
  readonly clock: (iso: string) => string;
}

const SPANS = [
  ['year', 365 * 24 * HOUR],
  ['month', 30 * 24 * HOUR],
  ['day', 24 * HOUR],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

export function useFormat(): Format {
  const { t, i18n } = useTranslation('common');
  const language = i18n.language;
  return useMemo(() => {
    const number = new Intl.NumberFormat(tagOf(language));
    const percent = new Intl.NumberFormat(tagOf(language), { style: 'percent', maximumFractionDigits: 0 });
    const size = (unit: 'kilobyte' | 'megabyte', maximumFractionDigits: number) =>
      new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, maximumFractionDigits });
    const near = new Intl.RelativeTimeFormat(tagOf(language), { numeric: 'auto' });
    const moment = new Intl.DateTimeFormat(dateTagOf(language), { dateStyle: 'medium', timeStyle: 'short' });
    const second = new Intl.DateTimeFormat(dateTagOf(language), { dateStyle: 'medium', timeStyle: 'medium' });
    const clock = new Intl.DateTimeFormat(dateTagOf(language), { timeStyle: 'short' });
    // UTC: the same day wherever the page is drawn.
    const day = new Intl.DateTimeFormat(dateTagOf(language), { dateStyle: 'long', timeZone: 'UTC' });
    return {
      number: (value) => number.format(value),
      percent: (share) => percent.format(share),
      // On one line.
      pixels: ({ width, height }) =>
        t('pixels', { width: number.format(width), height: number.format(height) }).replaceAll(' ', '\u00a0'),
      bytes: (bytes) =>
        bytes < 1024 * 1024
          ? size('kilobyte', 0).format(Math.max(1, Math.round(bytes / 1024)))
          : size('megabyte', bytes < 10 * 1024 * 1024 ? 1 : 0).format(bytes / 1024 / 1024),
      span: (ms) => {
        const unit = ms < MINUTE ? 'second' : 'minute';
        const count = Math.max(1, Math.ceil(ms / (unit === 'second' ? 1000 : MINUTE)));
        return new Intl.NumberFormat(tagOf(language), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
      },
      ago: (iso) => {
        const ms = Math.max(0, Date.now() - Date.parse(iso));
        const [unit, length] = SPANS.find(([, span]) => ms >= span) ?? (['second', Infinity] as const);
        return near.format(-Math.floor(ms / length), unit);
      },
      until: (ms) => {
        const minutes = Math.max(1, Math.ceil(ms / MINUTE));
        return minutes < 120 ? near.format(minutes, 'minute') : near.format(Math.floor(minutes / 60), 'hour');
      },
      day: (isoDay) => day.format(new Date(`${isoDay}T00:00:00Z`)),
      moment: (iso) => moment.format(new Date(iso)),
      second: (iso) => second.format(new Date(iso)),
      clock: (iso) => clock.format(new Date(iso)),
    };
  }, [language, t]);
}
