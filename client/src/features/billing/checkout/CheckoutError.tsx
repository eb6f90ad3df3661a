import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { BrokenPage } from '../../../ui/page/BrokenPage.tsx';

/** Says first that no payment was lost. */
export function CheckoutError() {
  const { t } = useTranslation('checkout');
  const failureText = useFailureText();
  const failure = toFailure(useRouteError());
  return (
    <BrokenPage
      title={t('error.title')}
      texts={[t('error.text'), failureText(failure)]}
      refresh={t('error.refresh')}
      wayOut={{ href: '/app/billing', label: t('error.billing') }}
    />
  );
}
