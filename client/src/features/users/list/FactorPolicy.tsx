import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { changeFactorPolicy, getFactorPolicy } from '../person/users-provider.ts';

const policyQuery = queryOptions({ queryKey: ['second-factor-policy'], queryFn: getFactorPolicy });

export function FactorPolicy() {
  const { t } = useTranslation('users');
  const failureToast = useFailureToast();
  const queryClient = useQueryClient();
  const textId = useId();
  const { data } = useQuery(policyQuery);
  const change = useMutation({
    mutationFn: changeFactorPolicy,
    onSuccess: (policy) => {
      queryClient.setQueryData(policyQuery.queryKey, policy);
      showToast(t(policy.required ? 'policy.required' : 'policy.optional'));
    },
    onError: failureToast,
  });
  // Without the setting the list still works.
  if (data === undefined) return null;
  const { required } = change.isPending ? change.variables : data;
  return (
    <Box sx={{ marginBlockStart: '32px', paddingInline: { md: '32px' } }}>
      <FormControlLabel
        control={
          <Switch
            checked={required}
            disabled={change.isPending}
            onChange={(_event, checked) => change.mutate({ required: checked })}
            slotProps={{ input: { 'aria-describedby': textId } }}
          />
        }
        label={t('policy.label')}
      />
      <Typography id={textId} variant="body2" sx={{ color: 'text.secondary' }}>
        {t('policy.text')}
      </Typography>
    </Box>
  );
}
