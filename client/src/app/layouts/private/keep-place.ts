/**
 * A row removed with the focus in it gives the focus to its neighbour, the last one to a control that remains around
 * the list: a keyboard would start again at the top.
 */
export function keepPlace(): () => void {
  let last: Element | null = null;
  let page = '';
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
    page = location.pathname;
  };
  const observer = new MutationObserver((changes) => {
    if (document.activeElement !== document.body || last?.isConnected !== false) return;
    for (const { removedNodes, nextSibling, previousSibling, target } of changes) {
      const removed = [...removedNodes].find((node) => node.contains(last));
      // Another page has its own start.
      if (removed === undefined || last.closest('li, tr') === null || page !== location.pathname) continue;
      const isRow = /^(LI|TR)$/.test(removed.nodeName);
      const near = [nextSibling, previousSibling].find((node) => isRow && node?.nodeName === removed.nodeName);
      const around = (near ?? target) as Element;
      const heir = (near === undefined ? around.closest('section') : around)?.querySelector<HTMLElement>('a, button');
      (heir ?? document.getElementById('content'))?.focus({ preventScroll: true });
    }
  });
  addEventListener('focusin', note);
  observer.observe(document, { subtree: true, childList: true });
  return () => {
    removeEventListener('focusin', note);
    observer.disconnect();
  };
}
