import IconButton from '@mui/material/IconButton';
import type { SystemStyleObject } from '@mui/system';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CloseIcon } from '../../../ui/icons.tsx';
import { useFailureToast } from '../../../ui/toasts/useFailureToast.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

export interface RemoveButtonProps {
  readonly label: string;
  /** Asks for confirmation, since something would be lost. */
  readonly asks: boolean;
  readonly sx: SystemStyleObject;
  readonly remove: () => Promise<void>;
}

export function RemoveButton({ label, asks, sx, remove }: RemoveButtonProps) {
  const failureToast = useFailureToast();
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation({ mutationFn: remove, onError: failureToast });
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={label}
        title={label}
        onClick={() => (asks ? setAsking(true) : removal.mutate())}
        sx={sx}
      >
        <CloseIcon />
      </IconButton>
      {isAsking && <DeleteDialog open remove={remove} onClose={() => setAsking(false)} />}
    </>
  );
}
