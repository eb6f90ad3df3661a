import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Strength, strengthOf } from './strength.ts';

const STEPS: readonly Strength[] = ['weak', 'fair', 'good', 'strong'];

export interface StrengthMeterProps {
  readonly password: string;
  /** What is known of the person, such as the address: a password made of it is guessed soon. */
  readonly known: readonly string[];
}

/** How strong a password is while it is typed: four bars and a word. The estimator is loaded with the first character. */
export function StrengthMeter({ password, known }: StrengthMeterProps) {
  const { t } = useTranslation('auth');
  const [estimate, setEstimate] = useState<typeof strengthOf>();
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped || estimate !== undefined) return;
    // A field without a meter works all the same, so a part that cannot be loaded is no failure.
    import('./strength.ts').then(
      (loaded) => setEstimate(() => loaded.strengthOf),
      () => undefined,
    );
  }, [isTyped, estimate]);
  const strength = isTyped ? estimate?.(password, known) : undefined;
  const reached = strength === undefined ? 0 : STEPS.indexOf(strength) + 1;
  return (
    <Box sx={{ marginBlockStart: '-8px', display: 'flex', alignItems: 'center', gap: '10px', minHeight: '1.5em' }}>
      <Box aria-hidden sx={{ flex: 1, display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: '4px' }}>
        {STEPS.map((step, index) => (
          <Box
            key={step}
            sx={{
              height: 6,
              borderRadius: '2px',
              forcedColorAdjust: 'none',
              backgroundColor: index >= reached ? 'clearcut.line' : reached === 1 ? 'error.main' : 'clearcut.accent',
            }}
          />
        ))}
      </Box>
      <Box role="status" sx={{ fontSize: '0.875rem', minWidth: '9em', color: 'text.secondary' }}>
        {strength !== undefined && t(`strength.${strength}`)}
      </Box>
    </Box>
  );
}
