/** Controls are disabled while they work, which takes the focus from them: a keyboard would start again at the top. */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  addEventListener('focusin', ({ target }) => (last = target));
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body) return;
    for (const { target } of changes) if (target === last) (target as HTMLElement).focus({ preventScroll: true });
  }).observe(document, { subtree: true, attributeFilter: ['disabled', 'tabindex'] });
}
