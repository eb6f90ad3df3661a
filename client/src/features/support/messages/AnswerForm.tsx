import { call } from '../../../lib/contracts/call.ts';
import { messageContracts } from '@clearcut/schemas/contracts/support/messages';
import { CONTACT_TEXT_LENGTH } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useIdOf } from '../../../lib/useIdOf.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { messageQuery, messagesQuery } from './api.ts';

export function AnswerForm({ messageId }: { readonly messageId: string }) {
  const { t } = useTranslation('support-messages');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const answerId = useIdOf(text);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(messageContracts.answer, { params: { id: messageId }, body: { answerId, text } }),
    retry: false,
    async onSuccess(message) {
      showToast(t('done'));
      queryClient.setQueryData(messageQuery(messageId).queryKey, message);
      await queryClient.invalidateQueries({ queryKey: messagesQuery.queryKey });
    },
  });
  return (
    <Box
      component="form"
      aria-label={t('answer')}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') mutate();
      }}
    >
      <TextField
        label={t('answer')}
        helperText={t('hint')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        multiline
        minRows={5}
        fullWidth
        slotProps={{ htmlInput: { maxLength: CONTACT_TEXT_LENGTH, dir: 'auto' } }}
        sx={{ marginBlockEnd: 2 }}
      />
      {error !== null && (
        <Box role="alert" sx={{ marginBlockEnd: 2 }}>
          {failureText(toFailure(error))}
        </Box>
      )}
      <Button type="submit" variant="contained" disabled={isPending || text.trim() === ''}>
        {t('send')}
      </Button>
    </Box>
  );
}
