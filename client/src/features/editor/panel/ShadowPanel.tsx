import type { Shadow } from '@clearcut/schemas/transaction/scene';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { Choices, SliderField } from '../controls/controls.tsx';

const KINDS = ['none', 'drop', 'ground', 'outline'] as const;
type Kind = (typeof KINDS)[number];

/** Settings that look natural on most pictures. */
const FIRST: Readonly<Record<Shadow['kind'], Shadow>> = {
  drop: { kind: 'drop', color: '#000000', opacity: 0.35, blur: 12, offset: { x: 8, y: 12 } },
  ground: { kind: 'ground', color: '#000000', opacity: 0.5, blur: 10, offset: { x: 30, y: 0 } },
  outline: { kind: 'outline', color: '#ffffff', opacity: 1, blur: 8, offset: { x: 0, y: 0 } },
};
const REACH = 120;

export function ShadowPanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const { shadow } = usePicture(picture).settings;
  const kind: Kind = shadow?.kind ?? 'none';
  const adjust = (change: Partial<Shadow>) => shadow !== null && picture.adjust({ shadow: { ...shadow, ...change } });
  const commit = () => picture.commit();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Choices
        kind="radio"
        label={t('shadow.kind')}
        choices={KINDS.map((value) => ({ value, label: t(`shadow.${value}`) }))}
        value={kind}
        onChange={(value) => picture.apply({ shadow: value === 'none' ? null : FIRST[value] })}
      />
      {shadow !== null && (
        <>
          <SliderField
            label={t('shadow.opacity')}
            value={shadow.opacity}
            min={0}
            max={1}
            step={0.05}
            text={format.percent(shadow.opacity)}
            onChange={(opacity) => adjust({ opacity })}
            onSettled={commit}
          />
          <SliderField
            label={t(shadow.kind === 'outline' ? 'crop.width' : 'shadow.blur')}
            value={shadow.blur}
            min={0}
            max={50}
            text={format.number(shadow.blur)}
            onChange={(blur) => adjust({ blur })}
            onSettled={commit}
          />
          {shadow.kind !== 'outline' && (
            <SliderField
              label={shadow.kind === 'ground' ? t('shadow.direction') : t('shadow.x')}
              value={shadow.offset.x}
              min={-REACH}
              max={REACH}
              text={format.number(shadow.offset.x)}
              isSideways
              onChange={(x) => adjust({ offset: { ...shadow.offset, x } })}
              onSettled={commit}
            />
          )}
          {shadow.kind === 'drop' && (
            <SliderField
              label={t('shadow.y')}
              value={shadow.offset.y}
              min={-REACH}
              max={REACH}
              text={format.number(shadow.offset.y)}
              onChange={(y) => adjust({ offset: { ...shadow.offset, y } })}
              onSettled={commit}
            />
          )}
          <Box
            component="label"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              minHeight: 44,
              fontSize: 'small',
              fontWeight: 'strong',
            }}
          >
            {t('shadow.color')}
            <Box
              component="input"
              type="color"
              value={shadow.color}
              onChange={({ target }: React.ChangeEvent<HTMLInputElement>) => adjust({ color: target.value })}
              onBlur={commit}
              sx={{ width: 56, height: 36, padding: 0, border: 0, background: 'none', cursor: 'pointer' }}
            />
          </Box>
        </>
      )}
    </Box>
  );
}
