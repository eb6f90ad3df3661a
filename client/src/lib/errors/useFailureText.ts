import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';

/** Whether this client has words of its own for a failure, in the person's language. */
const hasText = (i18n: i18n, code: string): boolean =>
  i18n.exists(`errors:${code}`) || (code !== 'generic' && i18n.exists(`errors:client.${code}`));

/** As `useFailureText`, for a toast, which stands beside no form or picture: undefined where there are no words for the code. */
export function useOwnFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string | undefined {
  const { i18n } = useTranslation('errors');
  const failureText = useFailureText();
  return (failure) => (hasText(i18n, failure.code) ? failureText(failure) : undefined);
}

/**
 * The words for a failure: `errors.{code}` in the person's language; for a code this client has no words for, what the
 * server said; else "An error occurred".
 */
export function useFailureText(): (failure: Pick<Failure, 'code' | 'message'>) => string {
  const { t, i18n } = useTranslation('errors');
  return ({ code, message }) => {
    if (i18n.exists(`errors:${code}`)) return t(code as 'unexpected');
    if (code !== 'generic' && i18n.exists(`errors:client.${code}`)) return t(`client.${code}` as 'client.network');
    return message === '' ? t('client.generic') : message;
  };
}
