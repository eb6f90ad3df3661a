import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { signOut } from '../session/start-session.ts';

export function SignOut({ email }: { email: string }) {
  const { t } = useTranslation();
  const failureToast = useFailureToast();
  const [leaving, setLeaving] = useState(false);
  const [user, host] = email.split('@');
  const leave = async () => {
    setLeaving(true);
    try {
      await signOut();
    } catch (error) {
      failureToast(error);
      setLeaving(false);
    }
  };
  return (
    <Box sx={{ borderBlockStart: '1px solid', borderColor: 'divider', padding: '16px 12px 0' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('nav.signedInAs')}
      </Typography>
      <Typography
        variant="body2"
        // Addresses read left to right in every language.
        dir="ltr"
        sx={{ fontWeight: 'strong', overflowWrap: 'anywhere', textAlign: 'start', '[dir=rtl] &': { textAlign: 'end' } }}
      >
        {/* A long address breaks there first. */}
        {user}
        <wbr />@{host}
      </Typography>
      <Button onClick={() => void leave()} disabled={leaving} sx={{ paddingInline: 0, minWidth: 0 }}>
        {t('nav.signOut')}
      </Button>
    </Box>
  );
}
