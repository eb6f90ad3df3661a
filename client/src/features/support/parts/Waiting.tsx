import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListNote } from '../../../admin/ListNotes.tsx';
import { toFailure } from '../../../lib/errors/failure.ts';
import { isMissing } from '../../../lib/errors/is-missing.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';

export interface WaitingProps<Data> {
  /** `children` draw the page's heading. */
  readonly isPage?: boolean;
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  readonly children: (data: Data) => ReactNode;
}

export function Waiting<Data>({ isPage = false, query: { data, error, refetch }, children }: WaitingProps<Data>) {
  const { t } = useTranslation('support');
  const failureText = useFailureText();
  if (data !== undefined) return children(data);
  if (error === null) {
    return (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={48} />
        <Skeleton height={48} />
        <Skeleton height={48} width="60%" />
      </div>
    );
  }
  const failure = toFailure(error);
  const isThere = !isMissing(failure);
  return (
    <Sheet role="alert">
      <ListNote
        title={t(isThere ? 'failed.title' : 'found.none')}
        text={failureText(failure)}
        heading={isPage ? 'h1' : 'h2'}
      >
        {isThere && (
          <Button variant="outlined" sx={{ marginBlockStart: 1.5 }} onClick={() => void refetch()}>
            {t('failed.again')}
          </Button>
        )}
      </ListNote>
    </Sheet>
  );
}
