import 'react-image-crop/dist/ReactCrop.css';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import { cropGround } from '../../engine/painter.ts';
import { fitScale } from '../../engine/view.ts';
import type { OverlayProps } from '../../gestures/tool.ts';
import { cropChoice, ratioOf, useCropChoice } from './crop-choice.ts';
import { usePicture } from '../../picture/usePicture.ts';

/** Draggable crop over the area it is chosen from. */
export function CropOverlay({ picture, output, stage }: OverlayProps) {
  const { t } = useTranslation('editor');
  const { settings, view } = usePicture(picture);
  const { crop, aspect } = useCropChoice();
  const frame = { width: view.width, height: view.height };
  const ground = cropGround(frame, settings);
  const shown = crop ?? settings.position.crop ?? { x: 0, y: 0, ...frame };
  const percent: PercentCrop = {
    unit: '%',
    x: ((shown.x - ground.x) / ground.width) * 100,
    y: ((shown.y - ground.y) / ground.height) * 100,
    width: (shown.width / ground.width) * 100,
    height: (shown.height / ground.height) * 100,
  };
  const scale = fitScale(stage, output);
  const ratio = ratioOf(aspect, frame);
  return (
    <Box
      data-handle="crop"
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        placeContent: 'center',
        '& .ReactCrop': { maxWidth: 'none', touchAction: 'none' },
        '& .ReactCrop__drag-handle': { width: 14, height: 14, backgroundColor: '#ffffff', border: '2px solid #12211d' },
      }}
    >
      <ReactCrop
        crop={percent}
        {...(ratio === undefined ? {} : { aspect: ratio })}
        minWidth={16}
        minHeight={16}
        ruleOfThirds
        keepSelection
        ariaLabels={{
          cropArea: t('crop.area'),
          nwDragHandle: t('crop.handle.nw'),
          nDragHandle: t('crop.handle.n'),
          neDragHandle: t('crop.handle.ne'),
          eDragHandle: t('crop.handle.e'),
          seDragHandle: t('crop.handle.se'),
          sDragHandle: t('crop.handle.s'),
          swDragHandle: t('crop.handle.sw'),
          wDragHandle: t('crop.handle.w'),
        }}
        onChange={(_, { x, y, width, height }) =>
          cropChoice.setCrop({
            x: Math.round(ground.x + (x / 100) * ground.width),
            y: Math.round(ground.y + (y / 100) * ground.height),
            width: Math.max(1, Math.round((width / 100) * ground.width)),
            height: Math.max(1, Math.round((height / 100) * ground.height)),
          })
        }
      >
        <div style={{ width: output.width * scale, height: output.height * scale }} />
      </ReactCrop>
    </Box>
  );
}
