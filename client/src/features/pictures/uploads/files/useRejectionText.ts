import { MAX_UPLOAD_BYTES } from '@clearcut/schemas/constants';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import type { Rejection } from './validation.ts';

export function useRejectionText(): (rejection: Rejection) => string {
  const { t } = useTranslation('uploads');
  const format = useFormat();
  return useCallback(
    ({ code, name, bytes, kind }) =>
      kind === undefined
        ? t(`rejected.${code}`, { name, size: format.bytes(bytes), limit: format.bytes(MAX_UPLOAD_BYTES) })
        : t('rejected.format', { name, kind }),
    [t, format],
  );
}
