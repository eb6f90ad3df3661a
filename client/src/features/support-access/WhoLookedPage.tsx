import type { AccessView } from '@clearcut/schemas/support/access-http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { Head } from '../../ui/page/Head.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { accessContracts } from '@clearcut/schemas/contracts/support/access';
import { call } from '../../lib/contracts/call.ts';
import { accessesQuery } from './api.ts';
import { AccessFacts } from './AccessFacts.tsx';

/** Lists who may view one's pictures and who did: for members, and for visitors in the uploading browser. */
export function WhoLookedPage() {
  const { t } = useTranslation('support-access');
  const failureText = useFailureText();
  const { data, error, refetch } = useQuery(accessesQuery);
  return (
    <Box sx={{ width: '100%', maxWidth: 860 }}>
      <Head page="whoLooked" texts="support-access" />
      <PageHeader title={t('looked.title')} lead={t('looked.lead')} />
      {data === undefined && error === null && (
        <div role="status" aria-label={t('looked.loading')}>
          <Skeleton variant="rounded" height={180} />
        </div>
      )}
      {data === undefined && error !== null && (
        <Sheet role="alert" sx={{ padding: 3.5, display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Typography>{failureText(toFailure(error))}</Typography>
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('looked.again')}
          </Button>
        </Sheet>
      )}
      {data?.length === 0 && (
        <Sheet sx={[snipped(28), { paddingBlock: { xs: 3.5, md: 5 }, paddingInline: { xs: 2.5, md: 4 } }]}>
          <Typography variant="h3" component="h2">
            {t('looked.none')}
          </Typography>
          <Typography sx={{ color: 'text.secondary', marginBlockStart: 1 }}>{t('looked.noneText')}</Typography>
        </Sheet>
      )}
      {data !== undefined && data.length > 0 && (
        <Box role="list" sx={{ display: 'grid', gap: 2 }}>
          {data.map((access) => (
            <Access key={access.grantId} access={access} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function Access({ access }: { readonly access: AccessView }) {
  const { t } = useTranslation('support-access');
  const { moment } = useFormat();
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ pictureId, grantId }: AccessView) =>
      call(accessContracts.withdraw, { params: { id: pictureId, grantId } }),
    onSuccess: () => showToast(t('looked.takenBack')),
    onError: failureToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessesQuery.queryKey }),
  });
  const { kind, isOpen, until, withdrawnAt } = access;
  const state = isOpen
    ? t('looked.open', { until: moment(until) })
    : withdrawnAt === null
      ? t('looked.ended', { when: moment(until) })
      : t('looked.withdrawn', { when: moment(withdrawnAt) });
  return (
    <Sheet role="listitem" sx={{ paddingBlock: { xs: 2.5, md: 3 }, paddingInline: { xs: 2.5, md: 3.5 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', rowGap: 1, columnGap: 2.5 }}>
        <div>
          <Typography variant="h3" component="h2">
            {t(`looked.kinds.${kind}`)}
          </Typography>
          <Typography
            sx={{ color: isOpen ? 'clearcut.accentText' : 'text.secondary', fontWeight: isOpen ? 'strong' : 'regular' }}
          >
            {state}
          </Typography>
        </div>
        {isOpen && kind === 'granted' && (
          <Button variant="outlined" disabled={isPending} onClick={() => mutate(access)} sx={{ alignSelf: 'start' }}>
            {t('looked.takeBack')}
          </Button>
        )}
      </Box>
      <AccessFacts access={access} />
    </Sheet>
  );
}
