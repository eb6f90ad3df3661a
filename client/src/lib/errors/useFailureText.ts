import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';

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
