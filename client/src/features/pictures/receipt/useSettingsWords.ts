import { tagOf } from '@clearcut/schemas/languages';
import type { Background, Position, SceneSettings, Shadow } from '@clearcut/schemas/transaction/scene';
import { useTranslation } from 'react-i18next';
import { ltr } from '../../../lib/i18n/ltr.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';

export type SettingsWords = Readonly<Record<keyof SceneSettings, string>>;

export function useSettingsWords(): (settings: SceneSettings) => SettingsWords {
  const { t, i18n } = useTranslation('receipt');
  const { number, percent } = useFormat();

  const backgroundWords = ({ color, id, base, blur, blurWidth }: Background): string => {
    if (color !== null) return t('settings.colour', { colour: ltr(color) });
    if (base)
      return blur === 0 ? t('settings.photo') : t('settings.blur', { blur: number(blur), width: number(blurWidth) });
    if (id === null) return t('settings.transparent');
    const name = `backgrounds:names.${id}`;
    return i18n.exists(name)
      ? t('settings.stock', { name: i18n.t(name as 'backgrounds:names.studio-white') })
      : t('settings.own', { id: ltr(id) });
  };
  const positionWords = ({ angle, scale, coords, crop }: Position): string => {
    const parts = [
      ...(coords.x === 0 && coords.y === 0 ? [] : [t('settings.moved', { x: number(coords.x), y: number(coords.y) })]),
      ...(scale === 1 ? [] : [t('settings.scaled', { percent: percent(scale) })]),
      ...(angle === 0 ? [] : [t('settings.turned', { angle: number(angle) })]),
      ...(crop === null
        ? []
        : [
            t('settings.cropped', {
              width: number(crop.width),
              height: number(crop.height),
              x: number(crop.x),
              y: number(crop.y),
            }),
          ]),
    ];
    return parts.length === 0 ? t('settings.asTaken') : new Intl.ListFormat(tagOf(i18n.language)).format(parts);
  };
  const shadowWords = (shadow: Shadow | null): string =>
    shadow === null
      ? t('settings.noShadow')
      : t(`settings.${shadow.kind}`, {
          colour: ltr(shadow.color),
          percent: percent(shadow.opacity),
          blur: number(shadow.blur),
        });

  return ({ background, position, shadow }) => ({
    background: backgroundWords(background),
    position: positionWords(position),
    shadow: shadowWords(shadow),
  });
}
