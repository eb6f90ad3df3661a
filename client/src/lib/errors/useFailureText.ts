import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';

function keyOf(i18n: i18n, code: string): string | undefined {
  const own = code === 'generic' ? [] : [`failures:${code}`];
  return [`errors:${code}`, `account-errors:${code}`, `support-errors:${code}`, ...own].find((key) => i18n.exists(key));
}

/** For toasts: undefined if the code has no text. */
export function useOwnFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string | undefined {
  const { i18n } = useTranslation('errors');
  const failureText = useFailureText();
  return (failure) => (keyOf(i18n, failure.code) === undefined ? undefined : failureText(failure));
}

/** `errors.{code}` in the user's language; else the server's message; else "An error occurred". */
export function useFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string {
  const { t, i18n } = useTranslation(['errors', 'failures']);
  return ({ code, message }) => {
    const key = keyOf(i18n, code);
    if (key !== undefined) return t(key as 'unexpected');
    return message === '' ? t('failures:generic') : message;
  };
}
