import Button, { type ButtonProps } from '@mui/material/Button';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { UserAction, type UserActionProps } from './UserAction.tsx';

interface ConfirmedActionProps extends Omit<UserActionProps, 'children'> {
  readonly button: Pick<ButtonProps, 'children' | 'color' | 'startIcon'>;
  readonly question: { readonly title: string; readonly text: string; readonly confirm: string; readonly keep: string };
  readonly action: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly reset: () => void;
  };
  /** Called on confirmation; `close` closes the question. */
  readonly onConfirm: (close: () => void) => void;
}

/** An action with confirmation; the dialog stays open on failure and says so. */
export function ConfirmedAction({ heading, lead, button, question, action, onConfirm }: ConfirmedActionProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <UserAction heading={heading} lead={lead}>
      <Button
        variant="outlined"
        {...button}
        onClick={() => {
          action.reset();
          setOpen(true);
        }}
      />
      <ConfirmDialog
        open={open}
        {...question}
        busy={action.isPending}
        error={action.error}
        onConfirm={() => onConfirm(close)}
        onClose={close}
      />
    </UserAction>
  );
}
