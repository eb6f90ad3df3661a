import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { canCopy } from '../../../lib/can-copy.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';

/** j and k move among the events of the page from wherever the focus is, c copies an id, / goes to the search. */
export function useEventKeys(): void {
  const { t } = useTranslation('support');
  const navigate = useNavigate();
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
      if (target.closest('input, textarea, select, [role=dialog], [role=alertdialog]') !== null) return;
      const id = target.dataset['event'];
      if (key === '/') {
        event.preventDefault();
        void navigate('/app/support');
      }
      if (key === 'j' || key === 'k') neighbourOf(target, key)?.focus();
      if (key === 'c' && id !== undefined && canCopy('writeText')) {
        void navigator.clipboard.writeText(id).then(() => showToast(t('timeline.copied'), { tone: 'success' }));
      }
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [navigate, t]);
}

/** Begins at the first event if none has the focus. */
function neighbourOf(focused: HTMLElement, key: 'j' | 'k'): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-event]')];
  const index = rows.indexOf(focused);
  return index === -1 ? rows[0] : rows[index + (key === 'j' ? 1 : -1)];
}
