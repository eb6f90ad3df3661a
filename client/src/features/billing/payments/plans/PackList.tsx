import { isPackPrice } from '@clearcut/schemas/subscription/prices';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ListRow } from '../../../../ui/paper/ListRow.tsx';
import { useMoney } from '../data/useMoney.ts';

export interface PackListProps {
  readonly prices: readonly PriceAnswer[];
  readonly busy: boolean;
  /** Undefined: this person may not buy. */
  readonly onChoose: ((price: PriceAnswer) => void) | undefined;
}

/** Credits that are paid once. */
export function PackList({ prices, busy, onChoose }: PackListProps) {
  const { t } = useTranslation('payments');
  const { money } = useMoney();
  return (
    <Box component="ul" aria-label={t('packs.title')} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {prices
        .filter(({ name }) => isPackPrice(name))
        .map((price) => {
          const { id, name, unitAmount, currency, credits } = price;
          const amount = money(unitAmount, currency);
          const each = money(Math.round(unitAmount / credits), currency);
          return (
            <ListRow key={id} title={`${t(`plan.${name}`)} · ${amount}`} text={t('plans.each', { amount: each })}>
              {onChoose !== undefined && (
                <Button
                  variant="outlined"
                  disabled={busy}
                  onClick={() => onChoose(price)}
                  aria-label={t('packs.buyOne', { pack: t(`plan.${name}`), amount })}
                >
                  {t('packs.buy')}
                </Button>
              )}
            </ListRow>
          );
        })}
    </Box>
  );
}
