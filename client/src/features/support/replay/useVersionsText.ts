import type { ReplayVersions } from '@clearcut/schemas/support/replay/kinds';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';

export function useVersionsText(): (versions: ReplayVersions) => string {
  const { t } = useTranslation('support-replay');
  const { number } = useFormat();
  return (versions) => {
    if (typeof versions === 'string') return t(`versions.${versions}`);
    const { model, refinement, renderer } = versions;
    return [
      model !== undefined && t('named.model', { digest: model.slice(0, 8) }),
      refinement !== undefined && t('named.refinement', { version: number(refinement) }),
      renderer !== undefined && t('named.renderer', { version: number(renderer) }),
    ]
      .filter((one) => one !== false)
      .join(' · ');
  };
}
