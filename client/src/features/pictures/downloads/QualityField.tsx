import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { sizesOf } from '../uploads/transaction/picture-sizes.ts';
import { RadioRow } from './RadioRow.tsx';

export interface QualityFieldProps {
  readonly view: TransactionView;
  readonly value: Quality;
  readonly onChange: (quality: Quality) => void;
}

export function QualityField({ view, value, onChange }: QualityFieldProps) {
  const { t } = useTranslation('downloads');
  const format = useFormat();
  const { save } = view;
  const high = save === null ? t('versions.notSaved') : format.pixels(save);
  const isOlder = save?.isCurrent === false;
  return (
    <RadioRow
      label={t('version')}
      name="quality"
      value={value}
      onChange={onChange}
      choices={[
        {
          value: 'high',
          label: t(isOlder ? 'versions.older' : 'versions.high'),
          text: high,
          isDisabled: save === null,
        },
        { value: 'low', label: t('versions.low'), text: format.pixels(sizesOf(view).preview) },
      ]}
    />
  );
}
