import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Quality } from '@clearcut/schemas/transaction/saves-http';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { previewSize } from './preview-size.ts';
import { RadioRow } from './RadioRow.tsx';

export interface QualityFieldProps {
  readonly view: TransactionView;
  readonly value: Quality;
  readonly onChange: (quality: Quality) => void;
}

/** Low or high version, each with its size; the high one only where it was saved. */
export function QualityField({ view, value, onChange }: QualityFieldProps) {
  const { t } = useTranslation('downloads');
  const format = useFormat();
  const size = ({ width, height }: { width: number; height: number }) =>
    t('size', { width: format.number(width), height: format.number(height) });
  const { save } = view;
  const high = save === null ? t('versions.notSaved') : size(save);
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
        { value: 'low', label: t('versions.low'), text: size(previewSize(view)) },
      ]}
    />
  );
}
