import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { mayOpen } from '../screens.ts';
import { accessQuery } from './api.ts';
import { BreakGlassDialog } from './BreakGlassDialog.tsx';

export function AccessNote({ pictureId, isThere }: { readonly pictureId: string; readonly isThere: boolean }) {
  const { t } = useTranslation('support-pictures');
  const { moment } = useFormat();
  const { staff_roles: roles } = useProfile();
  const { data } = useQuery(accessQuery(pictureId));
  const [isAsking, setAsking] = useState(false);
  const openUntil = data?.openUntil ?? null;
  const isSupport = mayOpen(roles, ['support']);
  return (
    <Box role="status" sx={{ fontSize: 'small' }}>
      {openUntil === null ? t('access.closed') : t('access.open', { until: moment(openUntil) })}
      {data !== undefined && openUntil === null && isSupport && isThere && (
        <Button
          variant="outlined"
          color="error"
          onClick={() => setAsking(true)}
          sx={{ marginBlockStart: '10px', marginInlineStart: 1.5 }}
        >
          {t('access.breakGlass')}
        </Button>
      )}
      {isAsking && <BreakGlassDialog pictureId={pictureId} onClose={() => setAsking(false)} />}
    </Box>
  );
}
