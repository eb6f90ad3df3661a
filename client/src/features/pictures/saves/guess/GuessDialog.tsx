import { useTranslation } from 'react-i18next';
import { SaveQuestion } from '../SaveQuestion.tsx';
import { guessQuestion } from './guess-question.ts';

export function GuessDialog({ open }: { open: boolean }) {
  const { t } = useTranslation('result');
  return (
    <SaveQuestion
      open={open}
      title={t('guess.title')}
      text={t('guess.text')}
      onSave={() => guessQuestion.answer(true)}
      onClose={() => guessQuestion.answer(false)}
    />
  );
}
