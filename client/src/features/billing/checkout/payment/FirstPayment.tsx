import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { isPackPrice } from '@clearcut/schemas/subscription/prices';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../../lib/errors/useFailureText.ts';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../../ui/paper/snipped.ts';
import { FormProblem } from '../../../../ui/forms/FormProblem.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../../../lib/contracts/call.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';
import { subscribe } from '../../payments/data/api.ts';
import { useMoney } from '../../payments/data/useMoney.ts';
import { PaymentForm } from '../../payments/form/PaymentForm.tsx';
import type { PaymentFormHandle } from '../../payments/form/port.ts';
import { usePay } from '../../payments/usePay.ts';
import { useBilling } from '../../../pictures/saves/useCredits.ts';
import { WithSummary } from './Summary.tsx';

export interface FirstPaymentProps {
  readonly price: PriceAnswer;
  /** Path to open after the payment; null: the billing page. */
  readonly goTo: string | null;
}

export function FirstPayment({ price, goTo }: FirstPaymentProps) {
  const { t } = useTranslation(['checkout', 'payments']);
  const { money } = useMoney();
  const failureText = useFailureText();
  const { pay, busy, failure } = usePay();
  const form = useRef<PaymentFormHandle>(null);
  const [accepts, setAccepts] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const problemId = useId();
  const { data: billing } = useBilling();
  const [attemptId] = useState(randomUuid);
  const { id: priceId, name: priceName, currency, unitAmount } = price;
  // Splitting is far smaller than the i18n library's link component.
  const [before, after] = t('checkout:pay.terms', { terms: '|' }).split('|');
  const submit = () => {
    setMissing(!accepts);
    if (!accepts) return;
    const kind = isPackPrice(priceName) ? 'pack' : 'plan';
    void pay({ kind, priceName, priceId, goTo, packsBefore: billing?.packs ?? 0 }, async () => {
      const method = await form.current?.take();
      if (method === undefined) return undefined;
      const order = { priceId, currency };
      if (kind !== 'pack') return subscribe(order, method);
      // A repeat with the attempt's id buys nothing more.
      return call(subscriptionContracts.buyCredits, { body: { ...order, paymentMethodId: method, attemptId } });
    });
  };
  return (
    <WithSummary price={price}>
      <Sheet sx={[snipped(28), { paddingBlock: { xs: 3, sm: 4 }, paddingInline: { xs: 2.5, sm: 4 } }]}>
        <Box
          component="form"
          noValidate
          onSubmit={(event: SyntheticEvent) => {
            event.preventDefault();
            submit();
          }}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}
        >
          <Typography variant="h2" sx={{ fontSize: 'large' }}>
            {t('checkout:pay.title')}
          </Typography>
          <PaymentForm purpose={{ kind: 'pay', amount: unitAmount, currency }} handle={form} />
          <div>
            <FormControlLabel
              sx={{ alignItems: 'flex-start', marginInlineEnd: 0 }}
              control={
                <Checkbox
                  checked={accepts}
                  onChange={(_event, checked) => {
                    setAccepts(checked);
                    if (checked) setMissing(false);
                  }}
                  slotProps={{ input: { 'aria-describedby': problemId, 'aria-invalid': isMissing } }}
                  sx={{ paddingBlock: 0.75 }}
                />
              }
              label={
                <Box component="span" sx={{ display: 'block', paddingBlock: 1 }}>
                  {before}
                  <Link href="/terms-and-conditions" target="_blank" rel="noopener">
                    {t('checkout:pay.termsLink')}
                  </Link>
                  {after}
                </Box>
              }
            />
            <FormHelperText id={problemId} error role={isMissing ? 'alert' : undefined}>
              {isMissing && t('checkout:pay.termsMissing')}
            </FormHelperText>
          </div>
          <FormProblem text={failure === undefined ? undefined : failureText(failure)} />
          <Button type="submit" variant="contained" color="primary" size="large" disabled={busy} aria-busy={busy}>
            {busy ? t('checkout:pay.busy') : t('checkout:pay.submit', { amount: money(unitAmount, currency) })}
          </Button>
        </Box>
      </Sheet>
    </WithSummary>
  );
}
