import { useEffect, type RefObject } from 'react';

function takeLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/**
 * Otherwise a keyboard would start again at the top of the page.
 * @param opened the first control, or an element around it
 * @param name the button's `data-opens`
 */
export function useHandedFocus(opened: RefObject<HTMLElement | null>, name: string): void {
  useEffect(() => {
    const { current } = opened;
    takeLost(current?.querySelector<HTMLElement>('[tabindex="0"]') ?? current);
    return () => takeLost(document.querySelector<HTMLElement>(`[data-opens=${name}]`));
  }, [opened, name]);
}
