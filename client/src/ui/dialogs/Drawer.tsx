import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useModalDialog } from './useModalDialog.ts';

const SLIDE = '220ms cubic-bezier(0.2, 0, 0, 1)';

const Panel = styled('dialog')(({ theme }) => ({
  inset: 0,
  // From the side of the button that opens it.
  insetInlineStart: 'auto',
  width: 'min(320px, calc(100vw - 56px))',
  height: '100dvh',
  maxHeight: 'none',
  margin: 0,
  padding: 0,
  border: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.default,
  boxShadow: theme.vars.palette.clearcut.shadow,
  translate: '100% 0',
  transition: `translate ${SLIDE}, display ${SLIDE} allow-discrete, overlay ${SLIDE} allow-discrete`,
  '[dir=rtl] &': { translate: '-100% 0' },
  '&[open], [dir=rtl] &[open]': { translate: '0 0' },
  '@starting-style': {
    '&[open]': { translate: '100% 0' },
    '[dir=rtl] &[open]': { translate: '-100% 0' },
  },
  '&::backdrop': {
    backgroundColor: 'rgb(5 18 15 / 0%)',
    transition: `background-color ${SLIDE}, display ${SLIDE} allow-discrete, overlay ${SLIDE} allow-discrete`,
  },
  '&[open]::backdrop': { backgroundColor: 'rgb(5 18 15 / 62%)' },
}));

export interface DrawerProps {
  readonly open: boolean;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Drawer({ open, label, onClose, children }: DrawerProps) {
  const dialog = useModalDialog(open, onClose);

  return (
    <Panel
      {...dialog}
      aria-label={label}
      // A press on the backdrop hits the dialog itself; inside, it hits a child.
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div style={{ minHeight: '100%' }}>{children}</div>
    </Panel>
  );
}
