import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Of a `<dialog>` that is shown over everything. */
export interface ModalDialog {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
}

/** Shows the browser's own dialog while `open`: it traps the focus, closes on Escape, and gives the focus back. */
export function useModalDialog(open: boolean, onClose: () => void): ModalDialog {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog?.open === false) dialog.showModal();
    if (!open && dialog?.open === true) dialog.close();
  }, [open]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    // One that leaves the page while it is open gives the focus to no element.
    return () => dialog?.close();
  }, []);

  return {
    ref,
    onClose: () => {
      // React's strict mode takes it away and brings it back at once: the news that it was closed comes when it is open again.
      if (ref.current?.open !== true) onClose();
    },
  };
}
