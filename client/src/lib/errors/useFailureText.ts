import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';

/** Where this client has words of its own for a failure, in the person's language. */
function keyOf(i18n: i18n, code: string): string | undefined {
  const own = code === 'generic' ? [] : [`errors:client.${code}`];
  return [`errors:${code}`, `account-errors:${code}`, `support-errors:${code}`, ...own].find((key) => i18n.exists(key));
}

/** As `useFailureText`, for a toast, which stands beside no form or picture: undefined where there are no words for the code. */
export function useOwnFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string | undefined {
  const { i18n } = useTranslation('errors');
  const failureText = useFailureText();
  return (failure) => (keyOf(i18n, failure.code) === undefined ? undefined : failureText(failure));
}

/**
 * The words for a failure: `errors.{code}` in the person's language; for a code this client has no words for, what the
 * server said; else "An error occurred".
 */
export function useFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string {
  const { t, i18n } = useTranslation('errors');
  return ({ code, message }) => {
    const key = keyOf(i18n, code);
    if (key !== undefined) return t(key as 'unexpected');
    return message === '' ? t('client.generic') : message;
  };
}
