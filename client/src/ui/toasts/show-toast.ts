import { Store } from '../../lib/store.ts';

type ToastTone = 'success' | 'info' | 'error';

export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

export interface ToastOptions {
  readonly tone?: ToastTone;
  readonly detail?: string | undefined;
  readonly durationMs?: number;
  readonly action?: ToastAction | undefined;
}

const DEFAULT_MS = 3_000;

/** Loads the library only once a toast is wanted. */
class ToastsWanted extends Store<boolean> {
  want(): void {
    this.replace(true);
  }
}

export const toastsWanted = new ToastsWanted(false);

/** Prefer the page itself for what it can say. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const { tone = 'success', detail, durationMs = DEFAULT_MS, action } = options;
  toastsWanted.want();
  // A toast shown before its container is mounted appears once it is.
  void import('sonner').then(({ toast }) => toast[tone](text, { description: detail, duration: durationMs, action }));
}
