import { GRANT_HOURS, type GrantHours, USUAL_GRANT_HOURS } from '@clearcut/schemas/support/access';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, toFailure } from '../../lib/errors/failure.ts';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { letSupportLook } from './api.ts';
import { grantEnd } from './grant-end.ts';

export interface ShareDialogProps {
  readonly pictureId: string;
  readonly onClose: () => void;
}

/** Confirms in one sentence what support may see and until when, and that the picture is retained until then. */
export function ShareDialog({ pictureId, onClose }: ShareDialogProps) {
  const { t } = useTranslation('support-access');
  const { moment } = useFormat();
  const [hours, setHours] = useState<GrantHours>(USUAL_GRANT_HOURS);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function share(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { until } = await letSupportLook(pictureId, { hours });
      showToast(t('share.done', { until: moment(until) }));
      onClose();
    } catch (error) {
      setFailure(toFailure(error));
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      tone="primary"
      title={t('share.title')}
      text={t('share.text', { until: moment(grantEnd(hours)) })}
      confirm={t('share.go')}
      keep={t('share.keep')}
      busy={busy}
      error={failure}
      onConfirm={() => void share()}
      onClose={onClose}
    >
      <RadioGroup
        row
        aria-label={t('share.hours')}
        value={hours}
        onChange={({ target }) =>
          setHours(GRANT_HOURS.find((one) => String(one) === target.value) ?? USUAL_GRANT_HOURS)
        }
        sx={{ marginBlockEnd: 2 }}
      >
        {GRANT_HOURS.map((one) => (
          <FormControlLabel key={one} value={one} control={<Radio />} label={t(`share.for.${one}`)} />
        ))}
      </RadioGroup>
      <Box sx={{ color: 'text.secondary', fontSize: 'small', marginBlockEnd: 2.5 }}>{t('share.note')}</Box>
    </ConfirmDialog>
  );
}
