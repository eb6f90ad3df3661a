import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import { isPackPrice, TRIAL_CONVERTS_TO, TRIAL_DAYS } from '@clearcut/schemas/subscription/prices';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_MS } from '../../../../lib/durations.ts';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../../ui/paper/snipped.ts';
import { useMoney } from '../../payments/data/useMoney.ts';
import { usePrices } from '../../payments/data/usePrices.ts';

/** A step of the order beside what is bought; above the step on a phone. */
export function WithSummary({ price, children }: { price: PriceAnswer; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 340px' },
        gap: 2.5,
        alignItems: 'start',
      }}
    >
      {children}
      <Summary price={price} />
    </Box>
  );
}

function Summary({ price }: { price: PriceAnswer }) {
  const { t } = useTranslation(['checkout', 'payments']);
  const { money, day } = useMoney();
  const { number } = useFormat();
  const { prices } = usePrices();
  const [trialEnd] = useState(() => new Date(Date.now() + TRIAL_DAYS * DAY_MS).toISOString());
  const isPack = isPackPrice(price.name);
  const later = price.name === 'trial' ? prices?.find(({ name }) => name === TRIAL_CONVERTS_TO) : undefined;
  const amount = money(price.unitAmount, price.currency);
  return (
    <Sheet
      as="aside"
      sx={[
        snipped(20),
        // Above the payment on a phone: first what is bought, then how it is paid.
        { display: 'grid', gap: 1, paddingBlock: 3, paddingInline: 2.5, order: { xs: -1, md: 0 } },
      ]}
    >
      <Typography variant="h2" sx={{ fontSize: 'title' }}>
        {t(`payments:plan.${price.name}`)}
      </Typography>
      {!isPack && (
        <Typography>
          {t('checkout:summary.credits', { count: price.credits, number: number(price.credits) })}
        </Typography>
      )}
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          gap: 2,
          paddingBlockStart: 1.5,
          borderBlockStart: '1px solid',
          borderColor: 'divider',
          fontWeight: 'bold',
          fontSize: 'lead',
        }}
      >
        <span>{t('checkout:summary.today')}</span>
        <span>{amount}</span>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {isPack
          ? t('checkout:summary.once')
          : later === undefined
            ? t('checkout:summary.monthly', { amount })
            : t('checkout:summary.trial', {
                plan: t(`payments:plan.${later.name}`),
                amount: money(later.unitAmount, later.currency),
                day: day(trialEnd),
              })}
      </Typography>
    </Sheet>
  );
}
