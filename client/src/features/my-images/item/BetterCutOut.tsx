import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';
import { forkContracts } from '@clearcut/schemas/contracts/transaction/fork';
import { call } from '../../../lib/contracts/call.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { CompareCutOuts } from './CompareCutOuts.tsx';

const slim = { minHeight: 44, paddingInline: '10px', marginInlineStart: '-10px', fontSize: 'small' } as const;

interface BetterCutOutProps {
  readonly view: TransactionView;
  readonly onDelete: (view: TransactionView) => void;
}

/** Offers a cut-out by a newer model, and later the comparison of both. */
export function BetterCutOut({ view, onDelete }: BetterCutOutProps) {
  const { t } = useTranslation('my-images');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const mayEdit = useMayEdit();
  // Retrying after a lost answer makes no second one.
  const [key] = useState(randomUuid);
  const [isComparing, setComparing] = useState(false);
  const making = useMutation({
    mutationFn: () => call(forkContracts.fork, { params: { id: view.id }, idempotencyKey: key }),
    retry: false,
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['transactions'] });
      setComparing(true);
    },
  });
  const pair = pairOf(view);
  const isOffered = mayEdit && view.betterModel !== null;
  return (
    <>
      {view.isBySupport && <Box sx={{ fontSize: 'small' }}>{t('better.bySupport')}</Box>}
      {isOffered && (
        <Box role="status" sx={{ fontSize: 'small' }}>
          {t('better.hint')}
        </Box>
      )}
      {(isOffered || pair !== undefined) && (
        <Box>
          <Button
            disabled={making.isPending}
            title={view.originalFileName}
            onClick={() => (pair === undefined ? making.mutate() : setComparing(true))}
            sx={slim}
          >
            {t(pair === undefined ? 'better.try' : 'better.compare')}
          </Button>
        </Box>
      )}
      {making.isError && (
        <Box role="alert" sx={{ color: 'error.main', fontSize: 'small' }}>
          {failureText(toFailure(making.error))}
        </Box>
      )}
      {isComparing && pair !== undefined && (
        <CompareCutOuts pair={pair} onDelete={onDelete} onClose={() => setComparing(false)} />
      )}
    </>
  );
}

/** A picture and its newest other cut-out, whichever is shown. */
function pairOf({ id, forkOf, forks }: TransactionView): readonly [string, string] | undefined {
  const newest = forks.at(-1);
  if (newest !== undefined) return [id, newest];
  return forkOf === null ? undefined : [forkOf, id];
}
