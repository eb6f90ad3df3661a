import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { failureOf, outcomeOf } from '../../pictures/uploads/transaction/outcome.ts';

/** Empty for a picture that is simply there. */
export function PictureState({ view }: { view: TransactionView }) {
  const { t } = useTranslation('my-images');
  const failureText = useFailureText();
  const outcome = outcomeOf(view);
  if (outcome === 'waiting') return <Box sx={{ fontWeight: 'strong' }}>{t('state.pending')}</Box>;
  if (outcome !== 'failed') return null;
  return <Box sx={{ color: 'error.main', fontWeight: 'strong' }}>{failureText(failureOf(view))}</Box>;
}
