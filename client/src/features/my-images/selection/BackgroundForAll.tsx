import type { TransactionView } from '@clearcut/schemas/transaction/http';
import { TRANSPARENT } from '@clearcut/schemas/transaction/scene/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { ForAllDialog } from './ForAllDialog.tsx';
import { Swatches } from './Swatches.tsx';

export interface BackgroundForAllProps {
  /** Editable ones only. */
  readonly pictures: readonly TransactionView[];
  readonly onClose: () => void;
}

export function BackgroundForAll({ pictures, onClose }: BackgroundForAllProps) {
  const { t } = useTranslation('my-images');
  const { number } = useFormat();
  const [color, setColor] = useState<string | null>('#ffffff');
  return (
    <ForAllDialog
      title={t('background.title', { count: pictures.length, number: number(pictures.length) })}
      text={t('background.text')}
      confirm={t('background.apply')}
      pictures={pictures}
      settingsOf={() => ({ background: { ...TRANSPARENT, color } })}
      onClose={onClose}
    >
      <Swatches value={color} onChange={setColor} />
    </ForAllDialog>
  );
}
