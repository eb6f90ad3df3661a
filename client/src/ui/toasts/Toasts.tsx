import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastsWanted } from './show-toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }));

/** The place where toasts appear: once, around the whole app. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.read);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
