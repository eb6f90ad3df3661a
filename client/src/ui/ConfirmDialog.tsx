import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, type ReactNode } from 'react';

const Panel = styled('dialog')(({ theme }) => ({
  width: 'min(440px, calc(100vw - 32px))',
  padding: 28,
  border: 0,
  borderRadius: 4,
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.clearcut.paper,
  boxShadow: theme.vars.palette.clearcut.shadow,
  '&::backdrop': { backgroundColor: 'rgb(5 18 15 / 62%)' },
}));

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly keep: string;
  readonly busy: boolean;
  /** `error` where something is lost by it. */
  readonly tone?: 'error' | 'primary';
  readonly error?: ReactNode;
  /** What else has to be known or filled in. */
  readonly children?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A question before something that cannot be undone, or costs something. The browser's own dialog traps focus and closes on Escape. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirm, keep, busy, tone = 'error', error, children, onConfirm, onClose } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog?.open === false) dialog.showModal();
    if (!open && dialog?.open === true) dialog.close();
  }, [open]);

  return (
    <Panel ref={ref} role="alertdialog" aria-labelledby={titleId} aria-describedby={textId} onClose={onClose}>
      <Typography variant="h3" component="h2" id={titleId}>
        {title}
      </Typography>
      <Typography id={textId} sx={{ marginBlock: '12px 24px', color: 'text.secondary' }}>
        {text}
      </Typography>
      {children}
      {error}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '12px' }}>
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
