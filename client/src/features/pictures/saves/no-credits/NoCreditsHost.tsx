import { lazy, Suspense, useState } from 'react';
import { addTexts } from '../../../../lib/i18n/i18n.ts';
import { useStore } from '../../../../lib/useStore.ts';
import { noCredits } from '../lack-of-credits.ts';

const NoCreditsModal = lazy(async () => {
  const [{ NoCreditsModal }] = await Promise.all([import('./NoCreditsModal.tsx'), addTexts('saves', 'auth')]);
  return { default: NoCreditsModal };
});

export function NoCreditsHost() {
  const open = useStore(noCredits);
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <NoCreditsModal open={open} />}</Suspense>;
}
