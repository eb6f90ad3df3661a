import type { ReplayState, Verdict } from '@clearcut/schemas/support/replay/kinds';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

const MARKS: Readonly<Record<Verdict, string>> = { identical: '✓', 'same-pixels': '≈', different: '≠' };

export function VerdictText({
  verdict,
  state = 'finished',
}: {
  readonly verdict: Verdict | null;
  readonly state?: ReplayState;
}) {
  const { t } = useTranslation('support-replay');
  if (verdict === null) return t(`states.${state}`);
  return (
    <Box
      component="span"
      sx={{
        whiteSpace: 'nowrap',
        fontWeight: verdict === 'different' ? 'bold' : 'regular',
        color: verdict === 'different' ? 'error.main' : 'text.primary',
      }}
    >
      <span aria-hidden>{MARKS[verdict]} </span>
      {t(`verdicts.${verdict}`)}
    </Box>
  );
}
