import { isPlanPrice, TRIAL_CONVERTS_TO, TRIAL_DAYS } from '@clearcut/schemas/subscription/prices';
import type { PriceAnswer } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../../ui/paper/snipped.ts';
import { useMoney } from '../data/useMoney.ts';

export interface PlanCardsProps {
  readonly prices: readonly PriceAnswer[];
  readonly present?: string | undefined;
  /** Follows the running trial. */
  readonly following?: string | undefined;
  /** A trial is still available. */
  readonly hasTrial: boolean;
  readonly busy: boolean;
  /** Undefined: this person may not choose. */
  readonly onChoose: ((price: PriceAnswer) => void) | undefined;
  /** A first column for people without a plan. */
  readonly free?: ReactNode;
}

/** The others come with one press. */
const IN_FRONT = 3;
const RECOMMENDED = 1;

/** Monthly plans, and the trial. */
export function PlanCards({ prices, present, following, hasTrial, busy, onChoose, free }: PlanCardsProps) {
  const { t } = useTranslation('payments');
  const plans = prices.filter(({ name }) => isPlanPrice(name));
  const best = bestValue(plans);
  const trial = hasTrial ? prices.find(({ name }) => name === 'trial') : undefined;
  const [showsAll, setShowsAll] = useState(false);
  // The plan of this team is never behind the press.
  const inFront = Math.max(IN_FRONT, 1 + plans.findIndex(({ name }) => name === present));
  const shown = showsAll ? plans : plans.slice(0, inFront);
  const columns = 'repeat(auto-fit, minmax(min(100%, 198px), 1fr))';
  const areFour = shown.length + (free === undefined ? 0 : 1) === 4;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      {trial !== undefined && <TrialSlip trial={trial} plans={plans} busy={busy} onChoose={onChoose} />}
      <Box
        component="ul"
        aria-label={t('plans.label')}
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'grid',
          // Two rows of two, not three and one, on a tablet.
          gridTemplateColumns: { xs: columns, sm: areFour ? '1fr 1fr' : columns, lg: columns },
          gap: 2,
        }}
      >
        {free}
        {shown.map((price, index) => (
          <PlanCard
            key={price.id}
            price={price}
            isRecommended={index === RECOMMENDED}
            best={price === best?.price ? best : undefined}
            isPresent={price.name === present}
            isFollowing={price.name === following}
            busy={busy}
            onChoose={onChoose}
          />
        ))}
      </Box>
      {shown.length < plans.length && (
        <Button variant="text" onClick={() => setShowsAll(true)} sx={{ justifySelf: 'center' }}>
          {t('plans.all')}
        </Button>
      )}
    </Box>
  );
}

interface Best {
  readonly price: PriceAnswer;
  readonly than: PriceAnswer;
  /** Share saved per credit. */
  readonly saving: number;
}

const each = ({ unitAmount, credits }: PriceAnswer): number => unitAmount / credits;

/** The plan with the cheapest credits, and its saving against the first plan. */
function bestValue(plans: readonly PriceAnswer[]): Best | undefined {
  const [first, ...others] = plans;
  const [best] = others.toSorted((a, b) => each(a) - each(b));
  if (first === undefined || best === undefined || each(best) >= each(first)) return undefined;
  return { price: best, than: first, saving: 1 - each(best) / each(first) };
}

interface CardProps {
  readonly price: PriceAnswer;
  readonly isRecommended: boolean;
  /** Set for the plan with the cheapest credits. */
  readonly best: Best | undefined;
  readonly isPresent: boolean;
  readonly isFollowing: boolean;
  readonly busy: boolean;
  readonly onChoose: ((price: PriceAnswer) => void) | undefined;
}

function PlanCard({ price, isRecommended, best, isPresent, isFollowing, busy, onChoose }: CardProps) {
  const { t } = useTranslation('payments');
  const { money } = useMoney();
  const { number, percent } = useFormat();
  const { name, credits, unitAmount, currency } = price;
  const plan = t(`plan.${name}`);
  return (
    <Sheet
      as="li"
      sx={[
        snipped(20),
        {
          display: 'flex',
          flexDirection: 'column',
          gap: 1.5,
          padding: '22px 20px 20px',
          outline: isRecommended ? '2px solid' : 'none',
          outlineColor: 'var(--mui-palette-clearcut-accent)',
        },
      ]}
    >
      <Box sx={{ minHeight: { sm: 52 } }}>
        <Typography variant="h3" component="h2">
          {plan}
        </Typography>
        {best !== undefined && (
          <Box component="span" sx={{ fontSize: 'fine', fontWeight: 'strong', color: 'clearcut.accentText' }}>
            {t('plans.bestValue', { percent: percent(best.saving), plan: t(`plan.${best.than.name}`) })}
          </Box>
        )}
      </Box>
      <div>
        <Box component="span" sx={{ fontSize: 'largest', fontWeight: 'bold', letterSpacing: '-0.02em' }}>
          {money(unitAmount, currency)}
        </Box>{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('plans.aMonth')}
        </Box>
      </div>
      <Box sx={{ flexGrow: 1, display: 'grid', gap: 0.25, alignContent: 'start' }}>
        <Box sx={{ fontWeight: 'strong' }}>{t('plans.credits', { count: credits, number: number(credits) })}</Box>
        <Box sx={{ fontSize: 'small', color: 'text.secondary' }}>
          {t('plans.each', { amount: money(Math.round(unitAmount / credits), currency) })}
        </Box>
        {isFollowing && (
          <Box sx={{ fontSize: 'small', marginBlockStart: 1 }}>
            {t('trial.after', { plan, amount: money(unitAmount, currency) })}
          </Box>
        )}
      </Box>
      {isPresent ? (
        <Box sx={{ minHeight: 44, display: 'grid', alignContent: 'center', fontWeight: 'strong' }}>
          {t('plans.yours')}
        </Box>
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
          rowGap: 1.5,
          columnGap: 4,
          padding: '22px 20px',
        },
      ]}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0 }}>
        <Typography variant="h3" component="h2">
          {after === undefined
            ? t('plan.trial')
            : t('trial.row', {
                first: amounts.amount,
                days: amounts.days,
                amount: money(after.unitAmount, after.currency),
              })}
        </Typography>
        <Typography sx={{ marginBlockStart: 0.5 }}>{t('trial.text', amounts)}</Typography>
        {after !== undefined && (
          <Typography variant="body2" sx={{ marginBlockStart: 0.5, color: 'text.secondary' }}>
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
