import { useEffect, type RefObject } from 'react';

/** A focus that is elsewhere stays there. */
function takeLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/**
 * For what opens in the place of the button that opened it: the focus, which goes with the button, moves on to the first control of
 * that, and back to the button when it is closed. A keyboard would begin at the top of the page again.
 * @param opened that control, or what it lies in
 * @param name what the button opens, as its `data-opens` says
 */
export function useHandedFocus(opened: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const { current } = opened;
    takeLost(current?.querySelector<HTMLElement>('[tabindex="0"]') ?? current);
    return () => takeLost(document.querySelector<HTMLElement>(`[data-opens=${name}]`));
  }, [opened, name]);
}
