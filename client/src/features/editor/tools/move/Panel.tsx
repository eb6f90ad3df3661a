import { cropToSubject, ASPECTS, type Aspect } from '@clearcut/scene/crop-to-subject';
import { MAX_SIDE } from '@clearcut/schemas/constants';
import { DEFAULT_POSITION, type Position } from '@clearcut/schemas/transaction/scene';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { useHandedFocus } from '../../../../ui/useHandedFocus.ts';
import { CROP_ASPECTS, cropTool, ratioOf, shaped, useCropTool, type CropAspect } from '../crop/crop-choice.ts';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { SCALE } from '../../engine/placing.ts';
import { CropIcon, ResetIcon } from '../../controls/icons.tsx';
import { isSame } from '../../sync/is-same.ts';
import { tools } from '../../state/tools.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { useTools } from '../../state/useTools.ts';
import { Choices, NumberField, Part } from '../../controls/controls.tsx';

/** In per cent of the subject's longer side. */
const MARGINS = [0, 5, 10, 20] as const;

/** Where the cut-out lies, by numbers, and what of the frame is kept. */
export function ArrangePanel({ picture }: { readonly picture: EditedPicture }) {
  const { isCropping } = useTools();
  return isCropping ? <CropPanel picture={picture} /> : <PlacePanel picture={picture} />;
}

function PlacePanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { position } = usePicture(picture).settings;
  const adjust = (change: Partial<Position>) => picture.adjust({ position: { ...position, ...change } });
  const isMoved = !isSame({ ...position, crop: null }, DEFAULT_POSITION);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px' }}>
      <Part title={t('arrange.place')}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '12px' }}>
          <NumberField
            label={t('arrange.x')}
            unit="px"
            value={Math.round(position.coords.x)}
            min={-MAX_SIDE}
            max={MAX_SIDE}
            onChange={(x) => adjust({ coords: { ...position.coords, x } })}
          />
          <NumberField
            label={t('arrange.y')}
            unit="px"
            value={Math.round(position.coords.y)}
            min={-MAX_SIDE}
            max={MAX_SIDE}
            onChange={(y) => adjust({ coords: { ...position.coords, y } })}
          />
          <NumberField
            label={t('arrange.scale')}
            unit="%"
            value={Math.round(position.scale * 1000) / 10}
            min={SCALE.min * 100}
            max={SCALE.max * 100}
            onChange={(percent) => adjust({ scale: percent / 100 })}
          />
          <NumberField
            label={t('arrange.angle')}
            unit="°"
            value={Math.round(position.angle * 10) / 10}
            min={-180}
            max={180}
            onChange={(angle) => adjust({ angle })}
          />
        </Box>
        <Button
          variant="outlined"
          disabled={!isMoved}
          onClick={() => picture.apply({ position: { ...DEFAULT_POSITION, crop: position.crop } })}
          startIcon={<ResetIcon aria-hidden />}
        >
          {t('arrange.reset')}
        </Button>
      </Part>
      <Part title={t('crop.title')}>
        <Button
          variant="outlined"
          data-opens="crop"
          onClick={() => {
            cropTool.begin();
            tools.crop(true);
          }}
          startIcon={<CropIcon aria-hidden />}
        >
          {t('crop.open')}
        </Button>
        <CropToSubject picture={picture} />
        {position.crop !== null && (
          <Button variant="text" onClick={() => adjust({ crop: null })} sx={{ justifySelf: 'start', paddingInline: 0 }}>
            {t('crop.remove')}
          </Button>
        )}
      </Part>
    </Box>
  );
}

/** As tight around the subject as somebody likes it, in the shapes that shops ask for. */
function CropToSubject({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const { settings, view } = usePicture(picture);
  const [margin, setMargin] = useState<number>(10);
  const [aspect, setAspect] = useState<Aspect | 'free'>('free');
  const frame = { width: view.width, height: view.height };
  const crop = (nextMargin: number, nextAspect: Aspect | 'free') => {
    setMargin(nextMargin);
    setAspect(nextAspect);
    const { cutOut } = picture;
    if (cutOut === undefined) return;
    const options = { margin: nextMargin, aspect: nextAspect === 'free' ? null : nextAspect };
    const found = cropToSubject(cutOut, frame, settings.position, options);
    if (found !== null) picture.apply({ position: { ...settings.position, crop: found } });
  };
  return (
    <Box
      role="group"
      aria-label={t('crop.toSubject')}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '10px' }}
    >
      <Button variant="outlined" onClick={() => crop(margin, aspect)}>
        {t('crop.toSubject')}
      </Button>
      <Choices
        kind="radio"
        label={t('crop.margin')}
        choices={MARGINS.map((value) => ({ value: String(value), label: format.percent(value / 100) }))}
        value={String(margin)}
        onChange={(value) => crop(Number(value), aspect)}
      />
      <Choices
        kind="radio"
        label={t('crop.shape')}
        choices={[
          { value: 'free', label: t('crop.aspect.free') },
          ...(Object.keys(ASPECTS) as Aspect[]).map((value) => ({ value, label: value })),
        ]}
        value={aspect}
        onChange={(value) => crop(margin, value)}
      />
    </Box>
  );
}

function CropPanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { settings, view } = usePicture(picture);
  const { crop, aspect } = useCropTool();
  const panel = useRef<HTMLDivElement>(null);
  useHandedFocus(panel, 'crop');
  const frame = { width: view.width, height: view.height };
  const whole = { x: 0, y: 0, ...frame };
  const present = crop ?? settings.position.crop ?? whole;
  const choose = (next: CropAspect) => {
    const ratio = ratioOf(next, frame);
    cropTool.setAspect(next, ratio === undefined ? present : shaped(whole, ratio));
  };
  return (
    <Box ref={panel} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' }}>
      <Part title={t('crop.shape')}>
        <Choices
          kind="radio"
          label={t('crop.shape')}
          choices={CROP_ASPECTS.map((value) => ({
            value,
            label: value === 'free' || value === 'original' ? t(`crop.aspect.${value}`) : value,
          }))}
          value={aspect}
          onChange={choose}
        />
      </Part>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '12px' }}>
        {(['width', 'height'] as const).map((side) => (
          <NumberField
            key={side}
            label={t(`crop.${side}`)}
            unit="px"
            value={Math.round(present[side])}
            min={1}
            max={MAX_SIDE}
            onChange={(value) => cropTool.setAspect('free', { ...present, [side]: Math.round(value) })}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', '& > *': { flexGrow: 1 } }}>
        <Button
          variant="contained"
          color="primary"
          onClick={() => {
            const isWhole = isSame(present, whole);
            tools.crop(false);
            picture.apply({ position: { ...settings.position, crop: isWhole ? null : present } });
          }}
        >
          {t('crop.apply')}
        </Button>
        <Button variant="outlined" onClick={() => tools.crop(false)}>
          {t('crop.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
