import { placedBounds } from '@clearcut/scene/crop-to-subject';
import { kept } from '@clearcut/schemas/transaction/scene/scales';
import { MAX_SIDE } from '@clearcut/schemas/constants';
import type { Position } from '@clearcut/schemas/transaction/scene';
import { DEFAULT_POSITION } from '@clearcut/schemas/transaction/scene/constants';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { NumberField, Part } from '../../controls/controls.tsx';
import { ResetIcon } from '../../controls/icons.tsx';
import { movedBy, SCALE } from '../../engine/placing.ts';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { isSame } from '../../sync/is-same.ts';
import { CropPart } from '../crop/CropPart.tsx';

const { crop: _crop, ...UNMOVED } = DEFAULT_POSITION;

/** Centres the subject in the crop along one axis. */
function centred(picture: EditedPicture, way: 'x' | 'y'): Position {
  const { settings, view } = picture.getState();
  const { position } = settings;
  const { cutOut } = picture;
  const frame = { width: view.width, height: view.height };
  const box = cutOut && placedBounds(cutOut, frame, position);
  if (box === undefined || box === null) return position;
  const side = way === 'x' ? 'width' : 'height';
  const within = kept(position, frame);
  const far = within[way] + within[side] / 2 - (box[way] + box[side] / 2);
  return movedBy(position, { x: 0, y: 0, [way]: far });
}

export function MovePanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { position } = usePicture(picture).settings;
  const adjust = (change: Partial<Position>) => picture.adjust({ position: { ...position, ...change } });
  const isMoved = !isSame({ ...position, ...UNMOVED }, position);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
      <Part title={t('arrange.place')}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5 }}>
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
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1.5 }}>
          {(['x', 'y'] as const).map((way) => (
            <Button
              key={way}
              variant="outlined"
              onClick={() => picture.apply({ position: centred(picture, way) })}
              sx={{ paddingInline: 1 }}
            >
              {t(`arrange.centre.${way}`)}
            </Button>
          ))}
        </Box>
        <Button
          variant="outlined"
          disabled={!isMoved}
          onClick={() => picture.apply({ position: { ...position, ...UNMOVED } })}
          startIcon={<ResetIcon aria-hidden />}
        >
          {t('arrange.reset')}
        </Button>
      </Part>
      <CropPart picture={picture} />
    </Box>
  );
}
