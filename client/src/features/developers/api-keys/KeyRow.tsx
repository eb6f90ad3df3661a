import { call } from '../../../lib/contracts/call.ts';
import { apiKeyContracts } from '@clearcut/schemas/contracts/api-keys';
import type { CreatedKey, KeyView } from '@clearcut/schemas/api-keys/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { keysQuery, PLAIN_KEY } from './api.ts';
import { LimitKey } from './LimitKey.tsx';
import { UseBars } from './UseBars.tsx';

/** Names each limit that was set. */
function boundsOf(
  { limits, networks, origins }: KeyView,
  t: TFunction<'api'>,
  number: (of: number) => string,
): string[] {
  const { creditsPerDay, creditsPerMonth } = limits;
  return [
    ...(creditsPerDay === null ? [] : [`${t('limits.creditsPerDay')}: ${number(creditsPerDay)}`]),
    ...(creditsPerMonth === null ? [] : [`${t('limits.creditsPerMonth')}: ${number(creditsPerMonth)}`]),
    ...(networks.length === 0 ? [] : [`${t('limits.networks')}: ${networks.join(', ')}`]),
    ...(origins.length === 0 ? [] : [`${t('limits.origins')}: ${origins.join(', ')}`]),
  ];
}

export function KeyRow({ view, onMade }: { view: KeyView; onMade: (made: CreatedKey) => void }) {
  const { t } = useTranslation('api');
  const { ago, moment, number } = useFormat();
  const [asking, setAsking] = useState<'limit' | 'rotate' | 'revoke'>();
  const { hasCredits } = useSiteFacts();
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const settled = (question: 'rotate' | 'revoke') => ({
    onError: failureToast,
    onSettled: async () => {
      // A late answer leaves the dialog that was opened meanwhile.
      setAsking((now) => (now === question ? undefined : now));
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  const rotate = useMutation({
    mutationFn: () => call(apiKeyContracts.rotate, { params: { id: view.id } }),
    onSuccess: onMade,
    ...settled('rotate'),
  });
  const revoke = useMutation({
    mutationFn: () => call(apiKeyContracts.revoke, { params: { id: view.id } }),
    onSuccess: () => showToast(t('revoke.done', { label: view.label })),
    ...settled('revoke'),
  });
  const bounds = boundsOf(view, t, number);
  const { label, hint, mode, scopes, limits, createdAt, lastUsedAt, expiresAt, use: counted } = view;
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 280px auto' },
        alignItems: 'start',
        rowGap: 2,
        columnGap: 4,
        paddingBlock: 3,
        paddingInline: { xs: 2.5, md: 4 },
        '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{label}</bdi>
        </Typography>
        <Typography component="code" dir="ltr" sx={{ display: 'inline-block', fontFamily: 'monospace' }}>
          {hint}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`modes.${mode}`)} · {scopes.map((scope) => t(`scopes.${scope}`, PLAIN_KEY)).join(' · ')}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('limit', { limit: number(limits.requestsPerMinute) })} · {t('since', { when: moment(createdAt) })}
          {' · '}
          {lastUsedAt === null ? t('unused') : t('lastUsed', { when: ago(lastUsedAt) })}
        </Typography>
        {bounds.length > 0 && (
          <Typography variant="body2" dir="auto" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {bounds.join(' · ')}
          </Typography>
        )}
        {expiresAt !== null && (
          <Typography variant="body2" sx={{ fontWeight: 'strong' }}>
            {t('ends', { when: moment(expiresAt) })}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <UseBars counted={counted} what="requests" />
        {hasCredits && <UseBars counted={counted} what="credits" />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => setAsking('limit')} aria-label={t('limits.of', { label })}>
          {t('limits.open')}
        </Button>
        <Button variant="outlined" onClick={() => setAsking('rotate')} aria-label={t('rotate.one', { label })}>
          {t('rotate.open')}
        </Button>
        <Button
          variant="outlined"
          color="error"
          onClick={() => setAsking('revoke')}
          aria-label={t('revoke.one', { label })}
        >
          {t('revoke.open')}
        </Button>
      </Box>
      {asking === 'limit' && <LimitKey view={view} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog
        open={asking === 'rotate'}
        title={t('rotate.question', { label })}
        text={t('rotate.text')}
        confirm={t('rotate.confirm')}
        keep={t('keep')}
        tone="primary"
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
        onClose={() => setAsking(undefined)}
      />
      <ConfirmDialog
        open={asking === 'revoke'}
        title={t('revoke.question', { label })}
        text={t('revoke.text')}
        confirm={t('revoke.confirm')}
        keep={t('keep')}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
        onClose={() => setAsking(undefined)}
      />
    </Box>
  );
}
