import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { Logo } from '../../ui/Logo.tsx';

/** When a page of the checkout breaks: says first that no payment was lost by it. */
export function CheckoutError() {
  const { t } = useTranslation('checkout');
  const failureText = useFailureText();
  const failure = toFailure(useRouteError());
  return (
    <Box
      component="main"
      sx={{ maxWidth: 560, marginInline: 'auto', paddingBlock: '12vh', paddingInline: '16px', textAlign: 'center' }}
    >
      <Logo />
      <Typography variant="h1" sx={{ marginBlock: '40px 12px' }}>
        {t('error.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('error.text')}</Typography>
      <Typography sx={{ color: 'text.secondary', marginBlockEnd: '32px' }}>{failureText(failure)}</Typography>
      <Button variant="contained" color="primary" onClick={() => location.reload()}>
        {t('error.refresh')}
      </Button>
      <Button href="/app/billing">{t('error.billing')}</Button>
    </Box>
  );
}
