import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { CloseIcon } from '../icons.tsx';
import { snipped } from '../paper/snipped.ts';
import { useModalDialog } from './useModalDialog.ts';

const MOVE = '200ms cubic-bezier(0.2, 0, 0, 1)';
const SMALL = '(width < 768px)';

const Panel = styled('dialog')(({ theme }) => ({
  ...snipped(28),
  '--ring': theme.vars.palette.clearcut.accentText,
  width: 'min(var(--modal-width), calc(100vw - 32px))',
  maxHeight: 'calc(100dvh - 32px)',
  margin: 'auto',
  padding: 0,
  border: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.clearcut.paper,
  boxShadow: theme.vars.palette.clearcut.shadow,
  opacity: 0,
  translate: '0 16px',
  transition: `opacity ${MOVE}, translate ${MOVE}, display ${MOVE} allow-discrete, overlay ${MOVE} allow-discrete`,
  '&[open]': { opacity: 1, translate: '0 0' },
  '@starting-style': { '&[open]': { opacity: 0, translate: '0 16px' } },
  '&::backdrop': {
    backgroundColor: 'rgb(5 18 15 / 0%)',
    transition: `background-color ${MOVE}, display ${MOVE} allow-discrete, overlay ${MOVE} allow-discrete`,
  },
  '&[open]::backdrop': { backgroundColor: 'rgb(5 18 15 / 62%)' },
  [`@media ${SMALL}`]: {
    width: '100%',
    maxWidth: '100%',
    maxHeight: 'calc(100dvh - 32px)',
    marginBlock: 'auto 0',
    borderEndStartRadius: 0,
    borderEndEndRadius: 0,
    opacity: 1,
    translate: '0 100%',
    '@starting-style': { '&[open]': { opacity: 1, translate: '0 100%' } },
  },
}));

export interface ModalProps {
  readonly open: boolean;
  /** CSS pixels; small screens use their full width. */
  readonly width: number;
  readonly labelledBy: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A press outside closes only the bottom sheet of small screens (docs/product.md, Accounts): beside a wide dialog it is
 * mostly an accident.
 */
export function Modal({ open, width, labelledBy, closeLabel, onClose, children }: ModalProps) {
  const dialog = useModalDialog(open, onClose);

  return (
    <Panel
      {...dialog}
      aria-labelledby={labelledBy}
      sx={{ '--modal-width': `${width}px` }}
      onPointerDown={({ target, currentTarget }) => {
        // The panel has no padding: a press on it is one on the backdrop.
        if (target === currentTarget && matchMedia(SMALL).matches) currentTarget.close();
      }}
    >
      <div>
        {children}
        {/* Last in tab order, so that the first field gets the focus. */}
        <IconButton
          aria-label={closeLabel}
          color="inherit"
          onClick={() => dialog.ref.current?.close()}
          sx={{
            position: 'absolute',
            insetBlockStart: 12,
            insetInlineEnd: 30,
            width: 44,
            height: 44,
            borderRadius: '4px',
            'div:has(.on-mat) > &': {
              color: 'clearcut.onMat',
              '&:focus-visible': { outlineColor: 'var(--mui-palette-clearcut-onMat)' },
            },
          }}
        >
          <CloseIcon />
        </IconButton>
      </div>
    </Panel>
  );
}
