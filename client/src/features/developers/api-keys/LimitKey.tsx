import { call } from '../../../lib/contracts/call.ts';
import { apiKeyContracts } from '@clearcut/schemas/contracts/api-keys';
import type { KeyView } from '@clearcut/schemas/api-keys/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { keysQuery } from './api.ts';
import { fieldsOf, KeyLimitFields, limitsOf } from './KeyLimits.tsx';

interface LimitKeyProps {
  readonly view: KeyView;
  readonly onClose: () => void;
}

/** Changes what a key may use. */
export function LimitKey({ view, onClose }: LimitKeyProps) {
  const { t } = useTranslation('api');
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(() => fieldsOf(view));
  const change = useMutation({
    mutationFn: () => call(apiKeyContracts.change, { params: { id: view.id }, body: limitsOf(fields) }),
    onSuccess: async () => {
      onClose();
      showToast(t('limits.saved'));
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('limits.of', { label: view.label })}
      text={t('limits.lead')}
      confirm={t('limits.save')}
      keep={t('cancel')}
      tone="primary"
      busy={change.isPending || fields.requestsPerMinute === ''}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <Box sx={{ marginBlockEnd: 3 }}>
        <KeyLimitFields fields={fields} onChange={setFields} />
      </Box>
    </ConfirmDialog>
  );
}
