import { call } from '../../lib/contracts/call.ts';
import { thirdPartyLoginContracts } from '@clearcut/schemas/contracts/identity/third-party';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { FormPart } from '../../ui/forms/FormPart.tsx';
import { LoadFailed } from '../../ui/page/LoadFailed.tsx';
import { ListRow } from '../../ui/paper/ListRow.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../ui/toasts/useFailureToast.ts';
import { loginsQuery } from './api.ts';

/** Renders nothing for accounts without third-party logins. */
export function ThirdPartyLogins() {
  const { t } = useTranslation('account');
  const { moment } = useFormat();
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const { data = [], error, refetch } = useQuery(loginsQuery);
  const unlink = useMutation({
    mutationFn: (id: string) => call(thirdPartyLoginContracts.unlink, { params: { id } }),
    onSuccess: () => showToast(t('logins.done')),
    onError: failureToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  });
  if (data.length === 0 && error === null) return null;
  return (
    <FormPart title={t('logins.title')} lead={t('logins.lead')}>
      {error !== null && <LoadFailed error={error} onAgain={() => void refetch()} />}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {data.map(({ id, name, linkedAt }) => (
          <ListRow key={id} title={name} text={linkedAt === null ? '' : t('logins.since', { when: moment(linkedAt) })}>
            <Button
              aria-label={t('logins.unlinkOne', { name })}
              disabled={unlink.isPending}
              onClick={() => unlink.mutate(id)}
              sx={{ paddingInline: 0 }}
            >
              {t('logins.unlink')}
            </Button>
          </ListRow>
        ))}
      </ul>
    </FormPart>
  );
}
