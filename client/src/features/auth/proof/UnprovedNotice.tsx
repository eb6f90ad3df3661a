import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { ProofActions } from './ProofActions.tsx';

export function UnprovedNotice({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const { number } = useFormat();
  const options = useAuthOptions();
  return (
    <Box
      component="section"
      aria-label={t('proof.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 0.5,
        columnGap: 2.5,
        padding: { xs: '10px 16px', md: '10px 32px' },
        borderBlockEnd: '1px solid',
        borderColor: 'clearcut.edge',
        backgroundColor: 'background.paper',
      }}
    >
      <Typography sx={{ flexGrow: 1, minWidth: 0, flexBasis: 320, overflowWrap: 'anywhere' }}>
        {t('proof.notice', { email })}{' '}
        {options.starterCredits > 0 &&
          t('proof.starter', { count: options.starterCredits, number: number(options.starterCredits) })}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 2.5,
          '& > .MuiButton-root': { paddingInline: 0, minWidth: 0 },
        }}
      >
        <ProofActions />
      </Box>
    </Box>
  );
}
