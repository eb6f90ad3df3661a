import Box from '@mui/material/Box';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../lib/errors/failure.ts';
import { loadHumanCheck } from './human-check.ts';
import { useAuthOptions } from './useAuthOptions.ts';

/** CSS pixels; below, the normal widget does not fit (docs/product.md, Accounts). */
const COMPACT_BELOW = 330;

export interface HumanCheck {
  /** Empty when no human check is configured. */
  readonly widget: ReactNode;
  /**
   * Runs `send` with the token. A token works once, so the widget then makes another.
   * @throws Failure human_check_failed when there is no token yet
   */
  readonly checked: <T>(send: (token: { human_check_token?: string }) => Promise<T>) => Promise<T>;
}

export function useHumanCheck(): HumanCheck {
  const { i18n } = useTranslation();
  const siteKey = useAuthOptions().humanCheck?.siteKey;
  const place = useRef<HTMLDivElement>(null);
  const token = useRef<string>(undefined);
  const [round, setRound] = useState(0);
  const language = i18n.language;

  // A new widget per round, since a token works once.
  useEffect(() => {
    if (siteKey === undefined || place.current === null) return;
    const element = place.current;
    let left = false;
    let remove = () => undefined as void;
    const forget = () => (token.current = undefined);
    const show = async () => {
      const turnstile = await loadHumanCheck();
      if (left) return;
      const widget = turnstile.render(element, {
        sitekey: siteKey,
        size: element.clientWidth < COMPACT_BELOW ? 'compact' : 'normal',
        language,
        callback: (given) => (token.current = given),
        'expired-callback': forget,
        'error-callback': forget,
      });
      remove = () => turnstile.remove(widget);
    };
    // Without the widget there is no token; sending reports that.
    void Promise.allSettled([show()]);
    return () => {
      left = true;
      forget();
      remove();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [siteKey, language, round]);

  const checked = useCallback<HumanCheck['checked']>(
    async (send) => {
      if (siteKey === undefined) return send({});
      if (token.current === undefined) throw new Failure('human_check_failed');
      try {
        return await send({ human_check_token: token.current });
      } finally {
        setRound((before) => before + 1);
      }
    },
    [siteKey],
  );

  return { widget: siteKey === undefined ? null : <Box ref={place} sx={{ minHeight: 65 }} />, checked };
}
