import { tagOf } from '@clearcut/schemas/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Duration with sensible precision: 340 ms, 2.1 s, 12 min. */
export function useSpanText(): (ms: number) => string {
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const unit = (name: string, digits: number) =>
      new Intl.NumberFormat(tagOf(language), {
        style: 'unit',
        unit: name,
        unitDisplay: 'short',
        maximumFractionDigits: digits,
      });
    const [milliseconds, seconds, minutes] = [unit('millisecond', 0), unit('second', 1), unit('minute', 0)];
    return (ms) => {
      if (ms < SECOND) return milliseconds.format(ms);
      return ms < 2 * MINUTE ? seconds.format(ms / SECOND) : minutes.format(ms / MINUTE);
    };
  }, [language]);
}
