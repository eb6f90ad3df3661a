import type { TeamPayments as Payments } from '@clearcut/schemas/support/team-http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useMoney } from '../../billing/payments/data/useMoney.ts';
import { Code } from '../parts/Code.tsx';
import { FactList } from '../parts/FactList.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { teamPaymentsQuery } from './api.ts';

const PADDING = { xs: '20px', md: '24px 28px' } as const;

export function TeamPayments({ teamId }: { readonly teamId: string }) {
  const query = useQuery(teamPaymentsQuery(teamId));
  return (
    <Waiting query={query}>
      {(payments) => (
        <>
          <PaymentFacts payments={payments} />
          <PaymentTable payments={payments.payments} />
          <History history={payments.history} />
        </>
      )}
    </Waiting>
  );
}

function PaymentFacts({ payments: { customer, addons, cancelReason } }: { readonly payments: Payments }) {
  const { t } = useTranslation(['support-team', 'payments']);
  return (
    <Sheet sx={{ padding: PADDING, marginBlockStart: 2.5 }}>
      <FactList
        facts={[
          [
            t('support-team:payments.customer'),
            customer === null ? (
              '–'
            ) : (
              <Link key="customer" href={customer.url} target="_blank" rel="noopener">
                <Code>{customer.id}</Code>
              </Link>
            ),
          ],
          [
            t('payments:plan.support_addon'),
            t(addons.includes('support_addon') ? 'support-team:yes' : 'support-team:no'),
          ],
          [t('support-team:payments.cancelReason'), <bdi key="reason">{cancelReason ?? '–'}</bdi>],
        ]}
      />
    </Sheet>
  );
}

function PaymentTable({ payments }: { readonly payments: Payments['payments'] }) {
  const { t } = useTranslation(['billing', 'payments', 'support-team']);
  const { money } = useMoney();
  const { number, moment } = useFormat();
  return (
    <Sheet sx={{ padding: PADDING, marginBlockStart: 2.5 }}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1.5 }}>
        {t('billing:invoices.title')}
      </Typography>
      {payments.length === 0 ? (
        <Typography>{t('billing:invoices.none')}</Typography>
      ) : (
        <FactTable
          label={t('billing:invoices.title')}
          heads={[
            t('support-team:payments.when'),
            t('support-team:payments.number'),
            t('support-team:payments.amount'),
            t('support-team:facts.state'),
            t('support-team:facts.plan'),
            t('billing:method.title'),
            t('billing:invoices.status.refunded'),
            t('support-team:facts.credits'),
          ]}
          rows={payments.map((payment) => ({
            key: payment.id,
            cells: [
              <time key="at" dateTime={payment.date}>
                {moment(payment.date)}
              </time>,
              <Link key="number" href={payment.url ?? ''} target="_blank" rel="noopener">
                <bdi>{payment.number ?? payment.id}</bdi>
              </Link>,
              money(payment.total, payment.currency),
              t(`billing:invoices.status.${payment.paymentStatus}`),
              payment.price === null ? '–' : t(`payments:plan.${payment.price}`),
              payment.card === null ? '–' : `${payment.card.brand ?? ''} ${payment.card.last4 ?? ''}`,
              payment.refunded === 0 ? '–' : money(payment.refunded, payment.currency),
              number(payment.credits - payment.creditsTakenBack),
            ],
          }))}
        />
      )}
    </Sheet>
  );
}

function History({ history }: { readonly history: Payments['history'] }) {
  const { t } = useTranslation('support-team');
  const { moment } = useFormat();
  return (
    <Sheet sx={{ padding: PADDING, marginBlock: 2.5 }}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1.5 }}>
        {t('payments.history')}
      </Typography>
      {history.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
      ) : (
        <FactTable
          label={t('payments.history')}
          heads={[t('payments.when'), t('payments.event'), t('payments.details'), t('payments.who')]}
          rows={history.map(({ at, type, details, actorKind, actorId }, index) => ({
            key: `${at} ${type} ${index}`,
            cells: [
              <time key="at" dateTime={at}>
                {moment(at)}
              </time>,
              <Code key="type" whole>
                {type}
              </Code>,
              <Box key="details" component="bdi" sx={{ display: 'block', minWidth: 280 }}>
                {Object.entries(details)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(' · ')}
              </Box>,
              <span key="who">
                {actorKind} <Code short>{actorId}</Code>
              </span>,
            ],
          }))}
        />
      )}
    </Sheet>
  );
}
