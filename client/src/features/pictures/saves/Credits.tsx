import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { CoinIcon } from '../../../ui/icons.tsx';
import { useCredits } from './useCredits.ts';

/** The team's credits as text or, when compact, a number. Empty for people who may not see them. */
export function Credits({ compact = false }: { readonly compact?: boolean }) {
  const { t } = useTranslation('saves');
  const format = useFormat();
  const credits = useCredits();
  const { hasCredits } = useSiteFacts();
  if (credits === undefined || !hasCredits) return null;
  const words = t('creditsLeft', { count: credits, number: format.number(credits) });
  return (
    <Box
      data-testid="credits"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        fontWeight: 'strong',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        '& svg': { color: 'clearcut.accentText', flexShrink: 0 },
      }}
    >
      <CoinIcon aria-hidden fontSize={compact ? 'small' : 'medium'} />
      {compact ? (
        <>
          <span aria-hidden>{format.number(credits)}</span>
          <VisuallyHidden>{words}</VisuallyHidden>
        </>
      ) : (
        words
      )}
    </Box>
  );
}
