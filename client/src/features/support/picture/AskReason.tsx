import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { look, pictureQuery } from '../api.ts';
import { isReason, ReasonField } from '../parts/ReasonField.tsx';

/** Asks why a picture is opened: its owner's team reads the answer. */
export function AskReason({ id }: { readonly id: string }) {
  const { t } = useTranslation('support');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => look(id, reason),
    retry: false,
    onSuccess: () => queryClient.resetQueries({ queryKey: pictureQuery(id).queryKey }),
  });
  return (
    <>
      <PageHeader title={t('picture.title')} lead={id} />
      <Sheet sx={{ maxWidth: 640, padding: { xs: '20px', md: '24px 28px' } }}>
        <Box
          component="form"
          aria-label={t('look.title')}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReason(reason)) mutate();
          }}
        >
          <Typography variant="h3" component="h2" sx={{ marginBlockEnd: '8px' }}>
            {t('look.title')}
          </Typography>
          <Typography sx={{ color: 'text.secondary', marginBlockEnd: '20px' }}>{t('look.text')}</Typography>
          <ReasonField hint={t('look.hint')} value={reason} onChange={setReason} />
          {error !== null && (
            <Box role="alert" sx={{ marginBlockEnd: '16px' }}>
              {failureText(toFailure(error))}
            </Box>
          )}
          <Button type="submit" variant="contained" disabled={isPending || !isReason(reason)}>
            {t('look.open')}
          </Button>
        </Box>
      </Sheet>
    </>
  );
}
