import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useState, type ReactNode } from 'react';
import { toFailure } from '../../lib/errors/failure.ts';
import { useFailureText } from '../../lib/errors/useFailureText.ts';
import { DialogProblem } from './DialogProblem.tsx';
import { useModalDialog } from './useModalDialog.ts';

const Panel = styled('dialog')(({ theme }) => ({
  width: 'min(440px, calc(100vw - 32px))',
  padding: theme.spacing(3.5),
  border: 0,
  borderRadius: 4,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.clearcut.paper,
  boxShadow: theme.vars.palette.clearcut.shadow,
  '--ring': theme.vars.palette.clearcut.accentText,
  '&::backdrop': { backgroundColor: 'rgb(5 18 15 / 62%)' },
}));

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly keep: string;
  readonly busy: boolean;
  readonly tone?: 'error' | 'primary';
  readonly error?: unknown;
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, keep, busy, tone = 'error', error, children, onConfirm, onClose } = props;
  const failureText = useFailureText();
  const [wasOpen, setWasOpen] = useState(open);
  const [old, setOld] = useState<unknown>();
  if (open !== wasOpen) {
    setWasOpen(open);
    // Closing it gives that attempt up.
    if (!open) setOld(error);
  }
  const dialog = useModalDialog(open, onClose);
  const titleId = useId();
  const textId = useId();

  return (
    <Panel {...dialog} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId}>
      <Typography variant="h3" component="h2" id={titleId}>
        {title}
      </Typography>
      <Typography id={textId} sx={{ marginBlock: '12px 24px', color: 'text.secondary' }}>
        {text}
      </Typography>
      {children}
      {error !== undefined && error !== null && error !== old && (
        <DialogProblem>{failureText(toFailure(error))}</DialogProblem>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5 }}>
        <Button variant="outlined" onClick={onClose}>
          {keep}
        </Button>
        <Button variant="contained" color={tone} onClick={onConfirm} disabled={busy}>
          {confirm}
        </Button>
      </Box>
    </Panel>
  );
}
