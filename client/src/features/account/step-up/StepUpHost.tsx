import { lazy, Suspense, useEffect } from 'react';
import { addTexts } from '../../../lib/i18n/i18n.ts';
import { useStore } from '../../../lib/useStore.ts';
import { stepUp } from './step-up.ts';

const StepUpDialog = lazy(async () => {
  const [{ StepUpDialog }] = await Promise.all([
    import('./StepUpDialog.tsx'),
    addTexts('step-up', 'account-errors', 'auth'),
  ]);
  return { default: StepUpDialog };
});

/** Belongs on every page with calls that need a step-up. */
export function StepUpHost() {
  const { isOpen } = useStore(stepUp);
  useEffect(() => stepUp.host(), []);
  return <Suspense>{isOpen && <StepUpDialog />}</Suspense>;
}
