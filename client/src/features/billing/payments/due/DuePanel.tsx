import type { Due } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../../lib/errors/useFailureText.ts';
import { FormProblem } from '../../../../ui/forms/FormProblem.tsx';
import { LoadFailed } from '../../../../ui/page/LoadFailed.tsx';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../../lib/contracts/call.ts';
import { methodsQuery } from '../data/queries.ts';
import { useMoney } from '../data/useMoney.ts';
import { useMethodName } from '../method-name.ts';
import { usePay } from '../usePay.ts';
import { DueFacts } from './DueFacts.tsx';
import { useDueTitle } from './useDueTitle.ts';

/** A payment that failed or waits for the bank, with what can be done about it. */
export function DuePanel({ due }: { due: Due }) {
  const { t } = useTranslation('due');
  const title = useDueTitle(due);
  const titleId = useId();
  const { money } = useMoney();
  const nameOf = useMethodName();
  const failureText = useFailureText();
  const { pay, busy, failure } = usePay();
  const { data: methods, error, refetch } = useQuery(methodsQuery);
  const paying = methods?.find(({ isDefault }) => isDefault);
  const { invoiceId, amount, currency, price, needsAction } = due;
  const retry = () =>
    void pay({ kind: 'retry', priceName: price, priceId: null, goTo: null }, () =>
      call(subscriptionContracts.retry, { body: { invoice_id: invoiceId } }),
    );
  const sum = amount === null || currency === null ? '' : money(amount, currency);
  return (
    <Sheet
      as="section"
      aria-labelledby={titleId}
      sx={{
        display: 'grid',
        gap: 2,
        maxWidth: 980,
        padding: { xs: '20px 18px', md: '24px 28px' },
        borderInlineStart: '6px solid',
        borderColor: 'error.main',
      }}
    >
      <Typography variant="h2" id={titleId} sx={{ fontSize: 'title', color: 'error.main' }}>
        {title}
      </Typography>
      <DueFacts due={due} methods={methods} />
      {methods === undefined && error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      {failure !== undefined && <FormProblem text={failureText(failure)} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {paying !== undefined && (
          <Button variant="contained" color="primary" disabled={busy} aria-busy={busy} onClick={retry}>
            {needsAction ? t('confirm', { amount: sum }) : t('retry', { method: nameOf(paying) })}
          </Button>
        )}
        <Button variant={paying === undefined ? 'contained' : 'outlined'} href="/app/billing/payment-method">
          {t('otherMethod')}
        </Button>
      </Box>
    </Sheet>
  );
}
