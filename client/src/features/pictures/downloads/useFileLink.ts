import { useMutation, type MutationScope } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { download } from '../../../lib/download.ts';
import { withRetries } from '../../../lib/retry/with-retries.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { usePictureFailureToast } from '../../support-access/usePictureFailureToast.ts';

export interface FileLink {
  readonly href: string;
  readonly download: true;
  readonly 'aria-busy': boolean;
  readonly onClick: (event: MouseEvent) => void;
}

export interface Pending {
  /** The file waits for its mutations. */
  readonly scope: MutationScope;
  /** The file's address after them. */
  readonly address: () => string;
}

/** Props of a link to a picture's file. A plain link would save an error as the file. */
export function useFileLink(pictureId: string, href: string, pending?: Pending): FileLink {
  const failureToast = usePictureFailureToast(pictureId);
  const { mutate, isPending } = useMutation({
    ...(pending && { scope: pending.scope }),
    mutationFn: () => withRetries(() => download(pending?.address() ?? href, 'clearcut.png')),
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: failureToast,
  });
  return {
    href,
    download: true,
    'aria-busy': isPending,
    onClick: (event) => {
      event.preventDefault();
      if (!isPending) mutate();
    },
  };
}
