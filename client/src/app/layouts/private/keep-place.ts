/** A row removed with the focus in it gives the focus to its neighbour: a keyboard would start again at the top. */
export function keepPlace(): () => void {
  let last: Node | null = null;
  const note = ({ target }: FocusEvent) => (last = target as Node);
  const observer = new MutationObserver((changes) => {
    if (document.activeElement !== document.body || last?.isConnected !== false) return;
    for (const { removedNodes, nextSibling, previousSibling } of changes) {
      const row = [...removedNodes].find((node) => /^(LI|TR)$/.test(node.nodeName) && node.contains(last));
      if (row === undefined) continue;
      const near = [nextSibling, previousSibling].find((node) => node?.nodeName === row.nodeName) as
        | Element
        | undefined;
      const heir = near?.querySelector<HTMLElement>('a, button') ?? document.getElementById('content');
      heir?.focus({ preventScroll: true });
    }
  });
  addEventListener('focusin', note);
  observer.observe(document, { subtree: true, childList: true });
  return () => {
    removeEventListener('focusin', note);
    observer.disconnect();
  };
}
