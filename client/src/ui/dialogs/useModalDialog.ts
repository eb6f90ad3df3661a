import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

export interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
}

/** The native dialog traps the focus, closes on Escape and restores the focus. */
export function useModalDialog(open: boolean, onClose: () => void): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog?.open === false) dialog.showModal();
    if (!open && dialog?.open === true) dialog.close();
  }, [open]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    // A dialog removed while open would not restore the focus.
    return () => dialog?.close();
  }, []);

  return {
    ref,
    onClose: () => {
      // React's strict mode remounts it at once: the close event arrives when it is open again.
      if (ref.current?.open !== true) onClose();
    },
  };
}
