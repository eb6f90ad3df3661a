import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Strength, strengthOf } from './strength.ts';

const STEPS: readonly Strength[] = ['weak', 'fair', 'good', 'strong'];
const COLOURS: Readonly<Record<Strength, string>> = {
  weak: 'error.main',
  fair: 'clearcut.accent',
  good: 'clearcut.edge',
  strong: 'text.primary',
};

export interface StrengthMeterProps {
  readonly password: string;
  /** Facts about the person, such as the address; a password made of them is easily guessed. */
  readonly known: readonly string[];
}

/** Four bars and a word. Loads the estimator with the first character. */
export function StrengthMeter({ password, known }: StrengthMeterProps) {
  const { t } = useTranslation('auth');
  const [estimate, setEstimate] = useState<typeof strengthOf>();
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped || estimate !== undefined) return;
    // The field works without a meter, so a failed load does not matter.
    import('./strength.ts').then(
      (loaded) => setEstimate(() => loaded.strengthOf),
      () => undefined,
    );
  }, [isTyped, estimate]);
  const strength = isTyped ? estimate?.(password, known) : undefined;
  const reached = strength === undefined ? 0 : STEPS.indexOf(strength) + 1;
  return (
    <Box sx={{ marginBlockStart: -1, display: 'flex', alignItems: 'center', gap: 1, minHeight: '1.5em' }}>
      <Box aria-hidden sx={{ flex: 1, display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 0.5 }}>
        {STEPS.map((step, index) => (
          <Box
            key={step}
            sx={{
              height: 6,
              borderRadius: '2px',
              forcedColorAdjust: 'none',
              backgroundColor: index >= reached ? 'clearcut.line' : COLOURS[STEPS[reached - 1] ?? 'weak'],
            }}
          />
        ))}
      </Box>
      <Box role="status" sx={{ fontSize: 'small', minWidth: '6em', color: 'text.secondary' }}>
        {strength !== undefined && t(`strength.${strength}`)}
      </Box>
    </Box>
  );
}
