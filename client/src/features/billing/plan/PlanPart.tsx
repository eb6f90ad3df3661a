import type { BillingInfo } from '@clearcut/schemas/billing/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { useMoney } from '../payments/data/useMoney.ts';
import { usePrices } from '../payments/data/usePrices.ts';
import { PlanActions } from './PlanActions.tsx';
import { type PlanState, planViewOf } from './plan-state.ts';

const PROBLEMS: readonly PlanState[] = ['paymentFailed', 'requiresAction', 'disputed'];

export function PlanPart({ billing }: { billing: BillingInfo }) {
  const { t } = useTranslation(['billing', 'payments']);
  const { money, day } = useMoney();
  const { prices } = usePrices();
  const view = planViewOf(billing);
  const { state, price, at, next, isConfirming } = view;
  const plan = price === null ? t('noPlan') : t(`payments:plan.${price}`);
  const owed = billing.paymentInfo?.due?.price ?? price;
  const isProblem = PROBLEMS.includes(state);
  const nextPrice = prices?.find(({ name }) => name === next?.price);
  return (
    <Mat
      as="section"
      aria-labelledby="plan-title"
      className="on-mat"
      sx={[snipped(28), { padding: { xs: '26px 20px', md: '36px 32px' } }]}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
          rowGap: 3,
          columnGap: 5,
          alignItems: 'end',
        }}
      >
        <div>
          {/* Without a plan the title says the same. */}
          {state !== 'none' && (
            <Box
              component="span"
              data-testid="plan-state"
              sx={{
                display: 'inline-block',
                padding: '2px 10px',
                marginBlockEnd: '10px',
                borderRadius: '4px',
                fontSize: 'small',
                fontWeight: 'strong',
                color: isProblem ? 'error.contrastText' : 'clearcut.mat',
                backgroundColor: isProblem ? 'error.main' : 'var(--mui-palette-clearcut-onMat)',
              }}
            >
              {t(`billing:state.${state}.title`)}
            </Box>
          )}
          <Typography variant="h2" id="plan-title" {...(state === 'none' && { 'data-testid': 'plan-state' })}>
            {/* The badge says that it is a trial. */}
            {state === 'trial' && next !== null ? t(`payments:plan.${next.price}`) : plan}
          </Typography>
          <Typography sx={{ marginBlockStart: 1, maxWidth: '60ch' }}>
            {t(`billing:state.${state}.text`, {
              plan: isProblem && owed !== null ? t(`payments:plan.${owed}`) : plan,
              day: at === null ? '' : day(at),
              next: next === null ? '' : t(`payments:plan.${next.price}`),
            })}
          </Typography>
          {next !== null && nextPrice !== undefined && (
            <Typography sx={{ marginBlockStart: 1, color: 'clearcut.onMatSoft' }}>
              {t('billing:nextPayment', { amount: money(nextPrice.unitAmount, nextPrice.currency), day: day(next.at) })}
            </Typography>
          )}
          {isConfirming && state !== 'pending' && (
            <Typography role="status" sx={{ marginBlockStart: 1, fontWeight: 'strong' }}>
              {t('billing:confirming')}
            </Typography>
          )}
        </div>
        <PlanActions view={view} priceId={billing.subscriptionInfo?.stripePriceId ?? null} />
      </Box>
    </Mat>
  );
}
