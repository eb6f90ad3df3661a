let isOpen = false;
let closedAt = -Infinity;
const listeners = new Set<() => void>();

function set(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Whether the no-credits modal is shown. Any answer 402 opens it (SPEC section 8). */
export const noCredits = {
  read: () => isOpen,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** What was asked before somebody closed the modal tells them nothing new: of several saves at once, each ends with a 402. */
  open: (askedAt: number) => askedAt > closedAt && set(true),
  close: () => {
    closedAt = performance.now();
    set(false);
  },
};
