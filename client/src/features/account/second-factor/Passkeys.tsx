import { call } from '../../../lib/contracts/call.ts';
import { passkeyContracts } from '@clearcut/schemas/contracts/identity/passkeys';
import type { PasskeyView } from '@clearcut/schemas/identity/passkey';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ListRow } from '../../../ui/paper/ListRow.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { canUsePasskeys } from '../../auth/passkey/ceremonies.ts';
import { deviceOf } from '../device.ts';
import { addPasskey, secondFactorQuery } from './api.ts';
import { PasskeyNameForm } from './PasskeyNameForm.tsx';

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt, logsIn } }: { passkey: PasskeyView }) {
  const { t } = useTranslation('account');
  const { ago, moment } = useFormat();
  const failureToast = useFailureToast();
  const refresh = useRefresh();
  const [isNaming, setNaming] = useState(false);
  const rename = useMutation({
    mutationFn: (to: string) => call(passkeyContracts.rename, { params: { id }, body: { name: to } }),
    async onSuccess() {
      await refresh();
      setNaming(false);
      showToast(t('passkeys.renamed'));
    },
  });
  const remove = useMutation({
    mutationFn: () => call(passkeyContracts.remove, { params: { id } }),
    onSuccess: () => showToast(t('passkeys.gone')),
    onError: failureToast,
    onSettled: refresh,
  });
  const used = lastUsedAt === null ? t('passkeys.unused') : t('passkeys.used', { when: ago(lastUsedAt) });
  return (
    <ListRow
      title={name}
      text={[
        t('passkeys.since', { when: moment(createdAt) }),
        used,
        ...(logsIn ? [] : [t('passkeys.secondOnly')]),
      ].join(' · ')}
    >
      {isNaming ? (
        <PasskeyNameForm
          initial={name}
          submit={t('passkeys.save')}
          mutation={rename}
          onCancel={() => setNaming(false)}
        />
      ) : (
        <Box sx={{ display: 'flex', gap: 2.5 }}>
          <Button
            aria-label={t('passkeys.renameOne', { name })}
            onClick={() => setNaming(true)}
            sx={{ minWidth: 0, paddingInline: 0 }}
          >
            {t('passkeys.rename')}
          </Button>
          <Button
            color="error"
            aria-label={t('passkeys.removeOne', { name })}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
            sx={{ minWidth: 0, paddingInline: 0 }}
          >
            {t('passkeys.remove')}
          </Button>
        </Box>
      )}
    </ListRow>
  );
}

export interface PasskeysProps {
  readonly passkeys: readonly PasskeyView[];
  /** The first second factor of an account comes with recovery codes. */
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

export function Passkeys({ passkeys, onRecoveryCodes }: PasskeysProps) {
  const { t } = useTranslation('account');
  const refresh = useRefresh();
  const [isAdding, setAdding] = useState(false);
  const add = useMutation({
    mutationFn: addPasskey,
    async onSuccess(added) {
      // Cancelled; the button works again.
      if (added === undefined) return;
      await refresh();
      setAdding(false);
      showToast(t('passkeys.added'));
      if (added.recoveryCodes !== null) onRecoveryCodes(added.recoveryCodes);
    },
  });
  const device = deviceOf(navigator.userAgent);
  const ways = canUsePasskeys() ? (
    <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setAdding(true)}>
      {t('passkeys.add')}
    </Button>
  ) : (
    <Typography variant="body2">{t('passkeys.unsupported')}</Typography>
  );
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>
        <Typography component="h3" sx={{ fontWeight: 'strong' }}>
          {t('passkeys.title')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('passkeys.text')}
        </Typography>
      </div>
      {passkeys.length > 0 && (
        <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <PasskeyNameForm
          initial={device === undefined ? '' : t('sessions.device', device)}
          submit={t('passkeys.create')}
          mutation={add}
          onCancel={() => setAdding(false)}
        />
      ) : (
        ways
      )}
    </Box>
  );
}
