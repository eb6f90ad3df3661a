import { HD_SAVE_CREDITS } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { PriceNote } from '../saves/PriceNote.tsx';
import { useCredits } from '../saves/useCredits.ts';

export interface SaveAllDialogProps {
  readonly count: number;
  /** How many of them have an unconfirmed guess of the subject. */
  readonly guesses: number;
  readonly onConfirm: (acceptGuess: boolean) => void;
  readonly onClose: () => void;
}

export function SaveAllDialog({ count: all, guesses, onConfirm, onClose }: SaveAllDialogProps) {
  const { t } = useTranslation('bulk');
  const { t: tSaves } = useTranslation('saves');
  const { number } = useFormat();
  const credits = useCredits();
  const [acceptGuess, setAcceptGuess] = useState(false);
  const count = acceptGuess ? all : all - guesses;
  const price = count * HD_SAVE_CREDITS;
  const inCredits = (count: number) => tSaves('credits', { count, number: number(count) });
  const cost = inCredits(price);
  const payable = Math.floor((credits ?? 0) / HD_SAVE_CREDITS);
  const { hasCredits } = useSiteFacts();
  const costs =
    credits === undefined ? t('save.costUnknown', { cost }) : t('save.cost', { cost, left: inCredits(credits) });
  return (
    <ConfirmDialog
      open
      title={t('save.title', { count, number: number(count) })}
      text={hasCredits ? costs : ''}
      confirm={t('save.confirm')}
      keep={t('save.keep')}
      tone="primary"
      busy={count === 0}
      onConfirm={() => onConfirm(acceptGuess)}
      onClose={onClose}
    >
      {guesses > 0 && (
        <FormControlLabel
          control={<Checkbox checked={acceptGuess} onChange={(_event, checked) => setAcceptGuess(checked)} />}
          label={t('save.guesses', { number: number(guesses) })}
          sx={{ marginBlockEnd: 2.5 }}
        />
      )}
      <Box sx={{ marginBlockEnd: 2.5 }}>
        <PriceNote />
      </Box>
      {hasCredits && credits !== undefined && credits < price && (
        <Box role="alert" sx={{ marginBlockEnd: 2.5, color: 'error.main', fontWeight: 'strong' }}>
          {t('save.tooFew', { count: payable, number: number(payable) })}
        </Box>
      )}
    </ConfirmDialog>
  );
}
