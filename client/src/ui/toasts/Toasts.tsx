import { lazy, Suspense } from 'react';
import { useStore } from '../../lib/useStore.ts';
import { toastsWanted } from './show-toast.ts';

const Toaster = lazy(async () => ({ default: (await import('./Toaster.tsx')).Toaster }));

/** Rendered once, around the whole app. */
export function Toasts() {
  const wanted = useStore(toastsWanted);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
