import { call } from '../../../lib/contracts/call.ts';
import { apiKeyContracts } from '@clearcut/schemas/contracts/api-keys';
import type { CreatedKey } from '@clearcut/schemas/api-keys/http';
import {
  DEFAULT_KEY_SCOPES,
  KEY_MODES,
  KEY_SCOPES,
  type KeyMode,
  type KeyScope,
} from '@clearcut/schemas/api-keys/rights';
import { API_KEYS } from '@clearcut/schemas/constants';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { KeyLimitFields, limitsOf, NO_LIMITS } from './KeyLimits.tsx';
import { keysQuery, PLAIN_KEY } from './api.ts';

/** The end of that day where the admin is; null without a day. */
const endOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString());

interface CreateKeyProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onMade: (made: CreatedKey) => void;
}

export function CreateKey({ open, onClose, onMade }: CreateKeyProps) {
  const { t } = useTranslation('api');
  const queryClient = useQueryClient();
  const scopesId = useId();
  const modeId = useId();
  const [label, setLabel] = useState('');
  const [mode, setMode] = useState<KeyMode>('live');
  const [fields, setFields] = useState(NO_LIMITS);
  const [expires, setExpires] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(DEFAULT_KEY_SCOPES);
  const create = useMutation({
    mutationFn: () =>
      call(apiKeyContracts.create, {
        body: { label: label.trim(), mode, scopes, ...limitsOf(fields), expiresAt: endOf(expires) },
      }),
    onSuccess: async (made) => {
      setLabel('');
      setFields(NO_LIMITS);
      setExpires('');
      onMade(made);
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  const toggle = (scope: KeyScope): void =>
    setScopes(KEY_SCOPES.filter((one) => (one === scope ? !scopes.includes(one) : scopes.includes(one))));
  return (
    <ConfirmDialog
      open={open}
      title={t('create.title')}
      text={t('create.lead')}
      confirm={t('create.confirm')}
      keep={t('cancel')}
      tone="primary"
      busy={create.isPending || label.trim() === '' || scopes.length === 0 || fields.requestsPerMinute === ''}
      error={create.error}
      onConfirm={() => create.mutate()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2.5, marginBlockEnd: 3 }}>
        <TextField
          label={t('create.label')}
          helperText={t('create.labelHelp')}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
          slotProps={{ htmlInput: { maxLength: API_KEYS.labelLength } }}
        />
        <div>
          <FormLabel id={modeId}>{t('create.mode')}</FormLabel>
          <RadioGroup aria-labelledby={modeId} value={mode} onChange={(_event, value) => setMode(value as KeyMode)}>
            {KEY_MODES.map((one) => (
              <FormControlLabel key={one} value={one} control={<Radio />} label={t(`create.modes.${one}`)} />
            ))}
          </RadioGroup>
        </div>
        <div role="group" aria-labelledby={scopesId}>
          <FormLabel id={scopesId}>{t('create.scopes')}</FormLabel>
          {KEY_SCOPES.map((scope) => (
            <FormControlLabel
              key={scope}
              sx={{ display: 'flex' }}
              control={<Checkbox checked={scopes.includes(scope)} onChange={() => toggle(scope)} />}
              label={t(`scopes.${scope}`, PLAIN_KEY)}
            />
          ))}
        </div>
        <details>
          <Box component="summary" sx={{ cursor: 'pointer', paddingBlock: '10px', fontWeight: 'strong' }}>
            {t('limits.open')}
          </Box>
          <Box sx={{ display: 'grid', gap: 2.5, paddingBlockStart: 1.5 }}>
            <KeyLimitFields fields={fields} onChange={setFields} />
            <TextField
              type="date"
              label={t('limits.expires')}
              helperText={t('limits.expiresHelp')}
              value={expires}
              onChange={({ target }) => setExpires(target.value)}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          </Box>
        </details>
      </Box>
    </ConfirmDialog>
  );
}
