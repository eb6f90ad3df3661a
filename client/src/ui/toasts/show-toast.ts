import { Store } from '../../lib/store.ts';

type ToastTone = 'success' | 'info' | 'error';

export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

export interface ToastOptions {
  readonly tone?: ToastTone;
  /** A second, quieter line, such as an error's id. */
  readonly detail?: string | undefined;
  readonly durationMs?: number;
  /** What can be done about it. */
  readonly action?: ToastAction | undefined;
}

const DEFAULT_MS = 3_000;

/** Whether a toast was ever asked for: only then is the library fetched. */
class ToastsWanted extends Store<boolean> {
  want(): void {
    this.replace(true);
  }
}

export const toastsWanted = new ToastsWanted(false);

/** A line that comes up at the edge of the page and leaves by itself. What the page itself can say belongs on the page. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const { tone = 'success', detail, durationMs = DEFAULT_MS, action } = options;
  toastsWanted.want();
  // A toast given before the place for toasts is there is shown once it is.
  void import('sonner').then(({ toast }) => toast[tone](text, { description: detail, duration: durationMs, action }));
}
