import { isPlanPrice, TRIAL_CONVERTS_TO, TRIAL_DAYS } from '@clearcut/schemas/subscription/prices';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { useMoney } from '../data/useMoney.ts';

export interface PlanCardsProps {
  readonly prices: readonly PriceAnswer[];
  readonly present?: string | undefined;
  /** A trial is still available. */
  readonly hasTrial: boolean;
  readonly busy: boolean;
  /** Undefined: this person may not choose. */
  readonly onChoose: ((price: PriceAnswer) => void) | undefined;
}

/** Monthly plans, and the trial. */
export function PlanCards({ prices, present, hasTrial, busy, onChoose }: PlanCardsProps) {
  const { t } = useTranslation('payments');
  const plans = prices.filter(({ name }) => isPlanPrice(name));
  const best = bestValue(plans);
  const trial = hasTrial ? prices.find(({ name }) => name === 'trial') : undefined;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px' }}>
      {trial !== undefined && <TrialSlip trial={trial} plans={plans} busy={busy} onChoose={onChoose} />}
      <Box
        component="ul"
        aria-label={t('plans.label')}
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 198px), 1fr))',
          gap: '16px',
        }}
      >
        {plans.map((price) => (
          <PlanCard
            key={price.id}
            price={price}
            saving={price === best?.price ? best.saving : undefined}
            isPresent={price.name === present}
            busy={busy}
            onChoose={onChoose}
          />
        ))}
      </Box>
    </Box>
  );
}

const each = ({ unitAmount, credits }: PriceAnswer): number => unitAmount / credits;

/** The plan with the cheapest credits, and its saving against the first plan. */
function bestValue(
  plans: readonly PriceAnswer[],
): { readonly price: PriceAnswer; readonly saving: number } | undefined {
  const [first, ...others] = plans;
  const [best] = others.toSorted((a, b) => each(a) - each(b));
  if (first === undefined || best === undefined || each(best) >= each(first)) return undefined;
  return { price: best, saving: 1 - each(best) / each(first) };
}

interface CardProps {
  readonly price: PriceAnswer;
  /** Best-value plan only: share saved per credit. */
  readonly saving: number | undefined;
  readonly isPresent: boolean;
  readonly busy: boolean;
  readonly onChoose: ((price: PriceAnswer) => void) | undefined;
}

function PlanCard({ price, saving, isPresent, busy, onChoose }: CardProps) {
  const { t } = useTranslation('payments');
  const { money } = useMoney();
  const { number, percent } = useFormat();
  const { name, credits, unitAmount, currency } = price;
  const isRecommended = saving !== undefined;
  const plan = t(`plan.${name}`);
  return (
    <Sheet
      as="li"
      sx={[
        snipped(20),
        {
          display: 'flex',
          flexDirection: 'column',
          gap: '14px',
          padding: '22px 20px 20px',
          outline: isRecommended ? '2px solid' : 'none',
          outlineColor: 'var(--mui-palette-clearcut-accent)',
        },
      ]}
    >
      <Box sx={{ minHeight: 52 }}>
        <Typography variant="h3" component="h2" sx={{ fontSize: '1.25rem' }}>
          {plan}
        </Typography>
        {isRecommended && (
          <Box component="span" sx={{ fontSize: '0.8125rem', fontWeight: 650, color: 'clearcut.accentText' }}>
            {t('plans.bestValue', { percent: percent(saving) })}
          </Box>
        )}
      </Box>
      <div>
        <Box component="span" sx={{ fontSize: '2rem', fontWeight: 700, letterSpacing: '-0.02em' }}>
          {money(unitAmount, currency)}
        </Box>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('plans.aMonth')}
        </Box>
      </div>
      <Box sx={{ flexGrow: 1, display: 'grid', gap: '2px', alignContent: 'start' }}>
        <Box sx={{ fontWeight: 600 }}>{t('plans.credits', { count: credits, number: number(credits) })}</Box>
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
          {t('plans.each', { amount: money(Math.round(unitAmount / credits), currency) })}
        </Box>
      </Box>
      {isPresent ? (
        <Box sx={{ minHeight: 44, display: 'grid', alignContent: 'center', fontWeight: 650 }}>{t('plans.yours')}</Box>
      ) : (
        onChoose !== undefined && (
          <Button
            variant={isRecommended ? 'contained' : 'outlined'}
            color={isRecommended ? 'primary' : 'inherit'}
            disabled={busy}
            onClick={() => onChoose(price)}
            aria-label={t('plans.choosePlan', { plan })}
          >
            {t('plans.choose')}
          </Button>
        )
      )}
    </Sheet>
  );
}

interface TrialProps {
  readonly trial: PriceAnswer;
  readonly plans: readonly PriceAnswer[];
  readonly busy: boolean;
  readonly onChoose: ((price: PriceAnswer) => void) | undefined;
}

/** States the trial's consequences with the offer. */
function TrialSlip({ trial, plans, busy, onChoose }: TrialProps) {
  const { t } = useTranslation('payments');
  const { money } = useMoney();
  const { number } = useFormat();
  const after = plans.find(({ name }) => name === TRIAL_CONVERTS_TO);
  const amounts = {
    amount: money(trial.unitAmount, trial.currency),
    days: number(TRIAL_DAYS),
    credits: number(trial.credits),
  };
  return (
    <Sheet
      sx={[
        snipped(20),
        {
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '14px 32px',
          padding: '22px 20px',
        },
      ]}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ fontSize: '1.25rem' }}>
          {t('trial.title', amounts)}
        </Typography>
        <Typography sx={{ marginBlockStart: '4px' }}>{t('trial.text', amounts)}</Typography>
        {after !== undefined && (
          <Typography variant="body2" sx={{ marginBlockStart: '4px', color: 'text.secondary' }}>
            {t('trial.after', { plan: t(`plan.${after.name}`), amount: money(after.unitAmount, after.currency) })}
          </Typography>
        )}
      </Box>
      {onChoose !== undefined && (
        <Button variant="outlined" disabled={busy} onClick={() => onChoose(trial)}>
          {t('trial.start')}
        </Button>
      )}
    </Sheet>
  );
}
