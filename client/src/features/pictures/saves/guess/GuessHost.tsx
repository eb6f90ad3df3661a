import { lazy, Suspense, useState } from 'react';
import { addTexts } from '../../../../lib/i18n/i18n.ts';
import { useStore } from '../../../../lib/useStore.ts';
import { guessQuestion } from './guess-question.ts';

const GuessDialog = lazy(async () => {
  const [{ GuessDialog }] = await Promise.all([import('./GuessDialog.tsx'), addTexts('saves', 'result')]);
  return { default: GuessDialog };
});

export function GuessHost() {
  const open = useStore(guessQuestion);
  const [wasOpened, setWasOpened] = useState(false);
  if (open && !wasOpened) setWasOpened(true);
  return <Suspense>{wasOpened && <GuessDialog open={open} />}</Suspense>;
}
