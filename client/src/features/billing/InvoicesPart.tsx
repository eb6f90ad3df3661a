import type { Invoice } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { FormProblem } from '../../ui/forms/FormProblem.tsx';
import { ListRow } from '../../ui/paper/ListRow.tsx';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { openPortal, retryPayment } from '../payments/data/api.ts';
import { invoicesQuery } from '../payments/data/queries.ts';
import { useMoney } from '../payments/data/useMoney.ts';
import { LoadFailed } from '../payments/LoadFailed.tsx';
import { usePay } from '../payments/usePay.ts';
import { useBilling } from '../saves/useCredits.ts';

export function InvoicesPart() {
  const { t } = useTranslation('billing');
  const failureToast = useFailureToast();
  const { data: invoices, error, refetch } = useQuery(invoicesQuery);
  const portal = useMutation({
    mutationFn: openPortal,
    onSuccess: ({ url }) => location.assign(url),
    onError: failureToast,
  });
  return (
    <FormPart title={t('invoices.title')} lead={t('invoices.lead')}>
      {error !== null ? (
        <LoadFailed title={t('invoices.failed')} error={error} onAgain={() => void refetch()} />
      ) : invoices === undefined ? (
        <Skeleton variant="rounded" height={120} />
      ) : invoices.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('invoices.none')}</Typography>
      ) : (
        <>
          <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} />
            ))}
          </Box>
          <Button
            variant="outlined"
            sx={{ justifySelf: 'start' }}
            disabled={portal.isPending}
            onClick={() => portal.mutate()}
          >
            {t('invoices.portal')}
          </Button>
        </>
      )}
    </FormPart>
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
        onClick={() => void pay({ kind: 'retry', priceName: null, priceId: null, goTo: null }, () => retryPayment(id))}
      >
        {t('invoices.pay')}
      </Button>
    </>
  );
}

function InvoiceRow({ invoice: { id, number, status, total, currency, date, url, pdf } }: { invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const { money, day } = useMoney();
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
      title={`${money(total, currency)} · ${t(`invoices.status.${status}`)}`}
      text={
        <>
          {day(date)} · <bdi>{name}</bdi>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' }}>
        {status === 'open' && <PayInvoice id={id} name={name} />}
        {links.map(({ href, text, label }) => (
          <Link
            key={href}
            href={href}
            target="_blank"
            rel="noopener"
            aria-label={label}
            sx={{ paddingBlock: '10px', fontWeight: 550 }}
          >
            {text}
          </Link>
        ))}
      </Box>
    </ListRow>
  );
}
