import { MASK_MODES } from '@clearcut/schemas/transaction/scene';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { EraseIcon, RefineIcon, RestoreIcon } from '../../controls/icons.tsx';
import { BRUSH_SIZE, tools } from '../../state/tools.ts';
import { usePicture } from '../../picture/usePicture.ts';
import { useShortcutOf } from '../../state/useShortcutOf.ts';
import { useTools } from '../../state/useTools.ts';
import { Choices, SliderField } from '../../controls/controls.tsx';
import { brushActions } from './actions.ts';

const ICONS = { erase: EraseIcon, restore: RestoreIcon, refine: RefineIcon } as const;

export function BrushPanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const { brushMode, brushSize, hardness, magicBrush } = useTools();
  const { regions } = usePicture(picture);
  const shortcutOf = useShortcutOf();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Choices
        kind="radio"
        label={t('brush.mode')}
        choices={MASK_MODES.map((value) => ({
          value,
          label: t(`brush.${value}`),
          Icon: ICONS[value],
          ...shortcutOf(brushActions[value]),
        }))}
        value={brushMode}
        onChange={(value) => tools.takeBrush(value)}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t(`brush.${brushMode}Help`)}
      </Typography>
      <SliderField
        label={t('brush.size')}
        value={brushSize}
        min={BRUSH_SIZE.min}
        max={BRUSH_SIZE.max}
        text={format.number(brushSize)}
        onChange={(value) => tools.setBrushSize(value)}
      />
      <SliderField
        label={t('brush.hardness')}
        value={hardness}
        min={0}
        max={1}
        step={0.05}
        text={format.percent(hardness)}
        onChange={(value) => tools.change({ hardness: value })}
      />
      {brushMode !== 'refine' && (
        <div>
          <FormControlLabel
            control={<Switch checked={magicBrush} onChange={(_, on) => tools.change({ magicBrush: on })} />}
            label={t('brush.magic')}
            sx={{ minHeight: 44 }}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t(magicBrush && regions === null ? 'brush.magicNotReady' : 'brush.magicHelp')}
          </Typography>
        </div>
      )}
    </Box>
  );
}
