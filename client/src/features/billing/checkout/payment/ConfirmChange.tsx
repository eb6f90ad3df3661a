import type { NextAction, PriceAnswer } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toFailure } from '../../../../lib/errors/failure.ts';
import { useFailureText } from '../../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../../ui/paper/snipped.ts';
import { showToast } from '../../../../ui/toasts/show-toast.ts';
import { FormProblem } from '../../../../ui/forms/FormProblem.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../../lib/contracts/call.ts';
import { methodsQuery } from '../../payments/data/queries.ts';
import { useMoney } from '../../payments/data/useMoney.ts';
import { useMethodName } from '../../payments/method-name.ts';
import { usePay } from '../../payments/usePay.ts';
import { billingQuery } from '../../../pictures/saves/credits.ts';
import { useChange } from './useChange.ts';

export interface ConfirmChangeProps {
  readonly price: PriceAnswer;
  readonly next: NextAction;
  /** Called when what was shown is outdated. */
  readonly onStale: () => void;
  /** Called to work the amount out again. */
  readonly onAgain: () => void;
}

export function ConfirmChange({ price, next, onStale, onAgain }: ConfirmChangeProps) {
  const { t } = useTranslation(['checkout', 'billing', 'due', 'payments']);
  const nameOf = useMethodName();
  const { data: methods } = useQuery(methodsQuery);
  const paying = methods?.find(({ isDefault }) => isDefault);
  const { money, day } = useMoney();
  const { number } = useFormat();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const payment = usePay();
  const {
    action,
    amountDue = 0,
    currency = price.currency,
    creditsNow = 0,
    prorationDate,
    at,
    lines = [],
    nextAt,
    undoesCancellation,
  } = next;
  const costs = action === 'upgrade' || action === 'finalize-trial';
  const plan = t(`payments:plan.${price.name}`);
  const words = {
    plan,
    amount: money(amountDue, currency),
    monthly: money(price.unitAmount, price.currency),
    count: creditsNow,
    number: number(creditsNow),
    day: at === undefined ? '' : day(at),
  };
  const change = useChange(() => {
    showToast(
      action === 'resume' ? t('billing:resumed') : t('billing:state.changesLater.text', { next: plan, ...words }),
    );
    void navigate('/app/billing', { replace: true });
  });
  const { id: priceId, name: priceName } = price;
  const submit = () => {
    const body = { priceId, prorationDate, undoesCancellation };
    if (action === 'downgrade') change.run(() => call(subscriptionContracts.switchPlan, { body }));
    else if (action === 'resume') change.run(() => call(subscriptionContracts.resume));
    else {
      const begin = () =>
        action === 'upgrade'
          ? call(subscriptionContracts.switchPlan, { body })
          : call(subscriptionContracts.finalizeTrial);
      // A refusal leaves an open payment, which the next look shows.
      void payment.pay({ kind: 'plan', priceName, priceId, goTo: null }, () =>
        begin().catch(async (error: unknown) => {
          await queryClient.invalidateQueries(billingQuery);
          if (toFailure(error).status === 402) onStale();
          throw error;
        }),
      );
    }
  };
  const failure = payment.failure ?? change.failure;
  const busy = payment.busy || change.busy;
  const kind = action === 'finalize-trial' ? 'finalizeTrial' : (action as 'upgrade' | 'downgrade' | 'resume');
  return (
    <Sheet
      sx={[
        snipped(28),
        { display: 'grid', gap: 2, maxWidth: 640, paddingBlock: { xs: 3, sm: 4 }, paddingInline: { xs: 2.5, sm: 4 } },
      ]}
    >
      <Typography variant="h2" sx={{ fontSize: 'large' }}>
        {t(`checkout:change.${kind}.title`, words)}
      </Typography>
      {costs && (
        <Box
          component="dl"
          sx={{
            margin: 0,
            display: 'grid',
            gridTemplateColumns: '1fr auto',
            rowGap: 1,
            columnGap: 2.5,
            '& dd': { margin: 0, fontWeight: 'bold', textAlign: 'end' },
          }}
        >
          {lines.length > 1 &&
            lines.map(({ price: of, amount }, index) => (
              <Box key={`${of}${index}`} sx={{ display: 'contents', '& dd, & dt': { fontWeight: 'regular' } }}>
                <dt>
                  {of !== null &&
                    t(amount < 0 ? 'checkout:change.unused' : 'checkout:change.rest', {
                      plan: t(`payments:plan.${of}`),
                    })}
                </dt>
                <dd>{money(amount, currency)}</dd>
              </Box>
            ))}
          <dt>{t('checkout:change.dueNow')}</dt>
          <dd data-testid="amount-due">{words.amount}</dd>
          <dt>{t('checkout:change.creditsNow')}</dt>
          <dd data-testid="credits-now">{words.number}</dd>
          <dt>{nextAt === undefined ? t('checkout:change.then') : day(nextAt)}</dt>
          <dd>{t('checkout:change.monthly', words)}</dd>
          {paying !== undefined && (
            <>
              <dt>{t('due:method')}</dt>
              <dd data-testid="paying-method">{nameOf(paying)}</dd>
            </>
          )}
        </Box>
      )}
      <Typography sx={{ color: 'text.secondary' }}>{t(`checkout:change.${kind}.text`, words)}</Typography>
      {undoesCancellation === true && (
        <Typography sx={{ color: 'text.secondary' }}>{t('checkout:change.resume.text', words)}</Typography>
      )}
      {failure !== undefined && (
        <div>
          <FormProblem text={failureText(failure)} />
          {failure.status === 402 && (
            <Link
              href="/app/billing/payment-method"
              sx={{ display: 'inline-block', paddingBlock: '10px', fontWeight: 'strong' }}
            >
              {t('checkout:change.otherMethod')}
            </Link>
          )}
        </div>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <Button variant="contained" color="primary" size="large" disabled={busy} aria-busy={busy} onClick={submit}>
          {busy ? t('checkout:pay.busy') : t(`checkout:change.${kind}.submit`, words)}
        </Button>
        {failure !== undefined && (
          <Button variant="outlined" size="large" disabled={busy} onClick={onAgain}>
            {t('checkout:change.again')}
          </Button>
        )}
      </Box>
    </Sheet>
  );
}
