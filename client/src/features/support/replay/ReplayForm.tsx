import { call } from '../../../lib/contracts/call.ts';
import { useIdOf } from '../../../lib/useIdOf.ts';
import { replayContracts } from '@clearcut/schemas/contracts/support/replay';
import type { PictureFacts } from '@clearcut/schemas/support/http';
import { REPLAY_MODES, type ReplayMode, type ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { isReason, ReasonField } from '../parts/ReasonField.tsx';
import { areVersions, VersionsFields } from './VersionsFields.tsx';

interface ReplayFormProps {
  readonly facts: PictureFacts;
  readonly onBegun: (replayId: string) => void;
}

export function ReplayForm({ facts: { id, events }, onBegun }: ReplayFormProps) {
  const { t } = useTranslation(['support-replay', 'support']);
  const { number } = useFormat();
  const failureText = useFailureText();
  const own = events.filter(({ stream }) => stream === 'transaction');
  const [through, setThrough] = useState(own.at(-1)?.version ?? 1);
  const [mode, setMode] = useState<ReplayMode>('stepwise');
  const [versions, setVersions] = useState<ReplayVersions>('then');
  const [reason, setReason] = useState('');
  const replayId = useIdOf(through, mode, versions);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(replayContracts.request, {
        params: { id: id },
        body: { replayId, throughVersion: through, mode, versions, reason },
      }),
    retry: false,
    onSuccess: (begun) => onBegun(begun.id),
  });
  const canGo = isReason(reason) && areVersions(versions);
  return (
    <Box
      component="form"
      aria-label={t('form.title')}
      sx={{ maxWidth: 640 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (canGo) mutate();
      }}
    >
      <Typography component="h2" variant="body1" sx={{ fontWeight: 'strong' }}>
        {t('form.title')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockEnd: 2.5 }}>
        {t('form.lead')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2.5, marginBlockEnd: 2.5 }}>
        <TextField
          select
          label={t('form.through')}
          value={through}
          onChange={({ target }) => setThrough(Number(target.value))}
        >
          {own.map(({ version, type }) => (
            <MenuItem key={version} value={version}>
              {t('form.event', { version: number(version), type })}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('form.mode')}
          helperText={t(`form.modeHints.${mode}`)}
          value={mode}
          onChange={({ target }) => setMode(target.value as ReplayMode)}
        >
          {REPLAY_MODES.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`modes.${one}`)}
            </MenuItem>
          ))}
        </TextField>
        <VersionsFields value={versions} onChange={setVersions} />
      </Box>
      <ReasonField hint={t('form.hint')} value={reason} onChange={setReason} />
      {error !== null && (
        <Box role="alert" sx={{ marginBlockEnd: 2 }}>
          {failureText(toFailure(error))}
        </Box>
      )}
      <Button type="submit" variant="contained" disabled={isPending || !canGo}>
        {t('form.go')}
      </Button>
    </Box>
  );
}
