import Box from '@mui/material/Box';
import { keyframes } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../../ui/Logo.tsx';
import { sliding } from '../../../ui/sliding.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';

const appear = keyframes({ from: { opacity: 0 } });

/** Appears late, since the answer is usually quicker. */
export function Loader() {
  const { t } = useTranslation('app');
  return (
    <Box role="status" sx={{ flexGrow: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2.5 }}>
      <Box sx={{ animation: `${appear} 200ms 250ms backwards`, display: 'grid', justifyItems: 'center', gap: 2.5 }}>
        <Mark size={56} />
        <Box sx={{ width: 120, height: 6, overflow: 'hidden', backgroundColor: 'divider', borderRadius: '2px' }}>
          <Box sx={{ ...sliding, height: '100%', backgroundColor: 'clearcut.accent' }} />
        </Box>
      </Box>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
    </Box>
  );
}
