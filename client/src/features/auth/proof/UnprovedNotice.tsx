import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { NoticeBar } from '../../../ui/NoticeBar.tsx';
import { useAuthOptions } from '../human-check/useAuthOptions.ts';
import { ProofActions } from './ProofActions.tsx';

/** Until the next page load. */
let isDismissed = false;

export function UnprovedNotice({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const { number } = useFormat();
  const [isShown, setShown] = useState(!isDismissed);
  const { starterCredits } = useAuthOptions();
  const starter = starterCredits > 0 && t('proof.starter', { count: starterCredits, number: number(starterCredits) });
  const dismiss = () => {
    isDismissed = true;
    setShown(false);
    document.getElementById('content')?.focus();
  };
  if (!isShown) return null;
  return (
    <NoticeBar
      label={t('proof.title')}
      dismiss={{ label: t('close'), onPress: dismiss }}
      text={
        <>
          {t('proof.notice', { email })} {starter}
        </>
      }
    >
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
    </NoticeBar>
  );
}
