import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTheme } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { checker } from '../../../ui/paper/checker.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { downloadContracts } from '@clearcut/schemas/contracts/transaction/downloads';
import { addressOf } from '../../../lib/contracts/call.ts';
import { editorPath } from '../../pictures/uploads/transaction/shown-picture.ts';

/** One's own saved picture with its later changes; empty once deleted, which only loading reveals. */
export function SavedPicture({ id, ownerId }: { id: string; ownerId: string }) {
  const { t } = useTranslation('ledger');
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const mayEdit = useMayEdit();
  const { pk } = useProfile();
  const [isGone, setGone] = useState(false);
  if (isGone || ownerId !== pk) return null;
  const picture = (
    <Box
      component="img"
      src={addressOf(downloadContracts.low, { params: { id } })}
      alt={t('picture')}
      loading="lazy"
      onError={() => setGone(true)}
      sx={{
        display: 'block',
        width: 44,
        height: 44,
        objectFit: 'contain',
        background: checker(checkerLight, checkerDark, 12),
        borderRadius: '2px',
      }}
    />
  );
  if (!mayEdit) return picture;
  return (
    <Link component={RouterLink} to={editorPath(id)}>
      {picture}
    </Link>
  );
}
