import { call } from '../../lib/contracts/call.ts';
import { authContracts } from '@clearcut/schemas/contracts/identity/account';
import type { SessionView } from '@clearcut/schemas/identity/http';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { sessionsQuery } from './api.ts';
import { ListRow } from '../../ui/paper/ListRow.tsx';
import { deviceOf } from './device.ts';

function useDeviceName(): (userAgent: string) => string {
  const { t } = useTranslation('account');
  return (userAgent) => {
    const device = deviceOf(userAgent);
    return device === undefined ? t('sessions.unknown') : t('sessions.device', device);
  };
}

function SessionRow({ view, onEnd, busy }: { view: SessionView; onEnd: () => void; busy: boolean }) {
  const { t } = useTranslation('account');
  const { ago, moment } = useFormat();
  const device = useDeviceName()(view.userAgent);
  return (
    <ListRow
      title={device}
      hint={view.userAgent}
      text={[
        t('sessions.since', { when: moment(view.createdAt) }),
        ...(view.current ? [] : [t('sessions.seen', { when: ago(view.lastSeenAt) })]),
      ].join(' · ')}
    >
      {view.current ? (
        <Typography variant="body2" sx={{ fontWeight: 'strong', color: 'clearcut.accentText' }}>
          {t('sessions.current')}
        </Typography>
      ) : (
        <Button aria-label={t('sessions.endOne', { device })} disabled={busy} onClick={onEnd} sx={{ paddingInline: 0 }}>
          {t('sessions.end')}
        </Button>
      )}
    </ListRow>
  );
}

export function Sessions() {
  const { t } = useTranslation('account');
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useMutation({
    mutationFn: (id: string) => call(authContracts.endSession, { params: { id } }),
    onSuccess: () => showToast(t('sessions.ended')),
    onError: failureToast,
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => call(authContracts.endOtherSessions),
    onSuccess: () => showToast(t('sessions.endedOthers')),
    onError: failureToast,
    onSettled: refresh,
  });
  const busy = end.isPending || endOthers.isPending;
  return (
    <FormPart title={t('sessions.title')} lead={t('sessions.lead')}>
      {error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={48} />}
      {data !== undefined && (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {data.map((view) => (
            <SessionRow key={view.id} view={view} busy={busy} onEnd={() => end.mutate(view.id)} />
          ))}
        </Box>
      )}
      {data !== undefined && data.length > 1 && (
        <Button variant="outlined" disabled={busy} onClick={() => endOthers.mutate()} sx={{ justifySelf: 'start' }}>
          {t('sessions.endOthers')}
        </Button>
      )}
    </FormPart>
  );
}
