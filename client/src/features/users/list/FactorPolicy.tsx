import { FACTOR_DAYS, type FactorPolicyBody } from '@clearcut/schemas/team/http';
import { tagOf } from '@clearcut/schemas/languages';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { changeFactorPolicy, getFactorPolicy } from '../person/users-provider.ts';

const policyQuery = queryOptions({ queryKey: ['second-factor-policy'], queryFn: getFactorPolicy });
const USUAL_DAYS = 7;
const BELOW_LIST = { marginBlockStart: 4, paddingInline: { xs: 2.5, md: 4 } } as const;

/** Asks before it requires a second factor, which locks out members without one. */
export function FactorPolicy() {
  const { t } = useTranslation('users');
  const { moment } = useFormat();
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const textId = useId();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(policyQuery);
  const change = useMutation({
    mutationFn: changeFactorPolicy,
    onSuccess: (policy) => {
      queryClient.setQueryData(policyQuery.queryKey, policy);
      setAsking(false);
      if (!policy.required) showToast(t('policy.optional'));
      else showToast(policy.from === null ? t('policy.required') : t('policy.from', { date: moment(policy.from) }));
    },
    onError: failureToast,
  });
  if (data === undefined) {
    return error === null ? null : (
      <Box sx={BELOW_LIST}>
        <LoadFailed title={t('policy.label')} error={error} onAgain={() => void refetch()} />
      </Box>
    );
  }
  const { required, from, without } = data;
  return (
    <Box sx={BELOW_LIST}>
      <FormControlLabel
        control={
          <Switch
            checked={required}
            disabled={change.isPending}
            onChange={(_event, checked) => (checked ? setAsking(true) : change.mutate({ required: false, days: 0 }))}
            slotProps={{ input: { 'aria-describedby': textId } }}
          />
        }
        label={t('policy.label')}
      />
      <Typography id={textId} variant="body2" sx={{ color: 'text.secondary' }}>
        {from !== null && `${t('policy.from', { date: moment(from) })} `}
        {t('policy.text')}
      </Typography>
      {isAsking && (
        <AskFactor
          without={without}
          busy={change.isPending}
          onConfirm={(days) => change.mutate({ required: true, days })}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}

interface AskFactorProps {
  readonly without: number;
  readonly busy: boolean;
  readonly onConfirm: (days: FactorPolicyBody['days']) => void;
  readonly onClose: () => void;
}

function AskFactor({ without, busy, onConfirm, onClose }: AskFactorProps) {
  const { t, i18n } = useTranslation('users');
  const { number } = useFormat();
  const [days, setDays] = useState<FactorPolicyBody['days']>(USUAL_DAYS);
  const near = new Intl.RelativeTimeFormat(tagOf(i18n.language));
  return (
    <ConfirmDialog
      open
      title={t('policy.ask')}
      text={`${t('policy.without', { number: number(without) })} ${t('policy.text')}`}
      confirm={t('policy.go')}
      keep={t('edit.cancel')}
      tone="primary"
      busy={busy}
      onConfirm={() => onConfirm(days)}
      onClose={onClose}
    >
      <TextField
        select
        fullWidth
        label={t('policy.when')}
        value={days}
        onChange={({ target }) => setDays(FACTOR_DAYS.find((one) => one === Number(target.value)) ?? USUAL_DAYS)}
        slotProps={{ select: { native: true } }}
        sx={{ marginBlockEnd: 3 }}
      >
        {FACTOR_DAYS.map((one) => (
          <option key={one} value={one}>
            {one === 0 ? t('policy.now') : near.format(one, 'day')}
          </option>
        ))}
      </TextField>
    </ConfirmDialog>
  );
}
