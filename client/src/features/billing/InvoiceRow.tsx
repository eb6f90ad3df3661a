import type { Invoice } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { ListRow } from '../../ui/paper/ListRow.tsx';
import { subscriptionContracts } from '@clearcut/schemas/contracts/subscription';
import { call } from '../../lib/contracts/call.ts';
import { useMoney } from './payments/data/useMoney.ts';
import { usePay } from './payments/usePay.ts';
import { useBilling } from '../pictures/saves/useCredits.ts';

export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { money, day } = useMoney();
  const purpose = usePurpose()(invoice);
  const { id, number, status, paymentStatus, total, currency, date, url, pdf } = invoice;
  const name = number ?? id;
  // When both addresses are equal, they are the page to print.
  const links = [
    ...(url === null ? [] : [{ href: url, text: t('invoices.view'), label: t('invoices.viewOne', { number: name }) }]),
    ...(pdf === null || pdf === url
      ? []
      : [{ href: pdf, text: t('invoices.pdf'), label: t('invoices.pdfOne', { number: name }) }]),
  ];
  return (
    <ListRow
      title={[money(total, currency), purpose, t(`invoices.status.${paymentStatus}`)].filter(Boolean).join(' · ')}
      text={
        <>
          {day(date)} · <bdi>{name}</bdi>
          <TakenBack invoice={invoice} />
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 0.5, columnGap: 2 }}>
        {status === 'open' && <PayInvoice id={id} name={name} />}
        {links.map(({ href, text, label }) => (
          <Link
            key={href}
            href={href}
            target="_blank"
            rel="noopener"
            aria-label={label}
            sx={{ paddingBlock: '10px', fontWeight: 'strong' }}
          >
            {text}
          </Link>
        ))}
      </Box>
    </ListRow>
  );
}

/** "Starter, 1 – 31 May", "Change to Business", "Support add-on". */
function usePurpose(): (invoice: Invoice) => string | undefined {
  const { t } = useTranslation(['billing', 'payments']);
  const { days } = useMoney();
  return ({ price, reason, periodStart, periodEnd }) => {
    if (price === null) return undefined;
    const plan = t(`payments:plan.${price}`);
    if (reason === 'upgrade') return t('billing:invoices.changeTo', { plan });
    return reason === 'start' || reason === 'renewal' ? `${plan}, ${days(periodStart, periodEnd)}` : plan;
  };
}

/** Consequences of a refund or a dispute for credits and plan. */
function TakenBack({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { money } = useMoney();
  const { number } = useFormat();
  const { refunded, currency, creditsTakenBack, isPlanRunning, paymentStatus } = invoice;
  if (refunded === 0 && paymentStatus !== 'disputed') return null;
  const sentences = [
    ...(refunded === 0 ? [] : [t('invoices.refunded', { amount: money(refunded, currency) })]),
    t('invoices.takenBack', { number: number(creditsTakenBack) }),
    ...(isPlanRunning === null ? [] : [t(isPlanRunning ? 'invoices.planRuns' : 'invoices.planEnded')]),
  ];
  return (
    <Box component="span" sx={{ display: 'block' }}>
      {sentences.join(' ')}
    </Box>
  );
}

function PayInvoice({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('billing');
  const failureText = useFailureText();
  const { data: billing } = useBilling();
  const { pay, busy, failure } = usePay();
  // A first payment also needs the terms and a payment method.
  if (billing?.subscriptionInfo?.status === 'pending') return null;
  return (
    <>
      {failure !== undefined && <FormProblem text={failureText(failure)} />}
      <Button
        variant="outlined"
        disabled={busy}
        aria-label={t('invoices.payOne', { number: name })}
        onClick={() =>
          void pay({ kind: 'retry', priceName: null, priceId: null, goTo: null }, () =>
            call(subscriptionContracts.retry, { body: { invoice_id: id } }),
          )
        }
      >
        {t('invoices.pay')}
      </Button>
    </>
  );
}
