import {
  cropForPreset,
  OUTPUT_PRESET_NAMES,
  OUTPUT_PRESETS,
  presetOf,
  type OutputPresetName,
} from '@clearcut/scene/output-sizes';
import type { Position } from '@clearcut/schemas/transaction/scene';
import { kept } from '@clearcut/schemas/transaction/scene/scales';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import type { EditedPicture } from '../../picture/edited-picture.ts';
import { usePicture } from '../../picture/usePicture.ts';

/** Resets the file size to that of the crop: a chosen size belongs to the crop made for it. */
export function withoutOutput({ output: _output, ...position }: Position): Position {
  return position;
}

/** Preset sizes of shops, networks and offices: crops around the subject; the HD file gets exactly that size. */
export function OutputSize({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const id = useId();
  const { settings, view } = usePicture(picture);
  const { position } = settings;
  // Presets may share a size, so the choice cannot be derived.
  const [chosen, setChosen] = useState<OutputPresetName>();
  const isChosen =
    chosen !== undefined &&
    OUTPUT_PRESETS[chosen].width === position.output?.width &&
    OUTPUT_PRESETS[chosen].height === position.output.height;
  const value = isChosen ? chosen : (presetOf(position) ?? '');

  const isEnlarged = position.output !== undefined && kept(position, view).width < position.output.width;

  const choose = (name: string) => {
    const preset = OUTPUT_PRESET_NAMES.find((candidate) => candidate === name);
    setChosen(preset);
    if (preset === undefined) {
      picture.apply({ position: { ...withoutOutput(position), crop: null } });
      return;
    }
    const { cutOut } = picture;
    if (cutOut === undefined) return;
    const { width, height } = OUTPUT_PRESETS[preset];
    const crop = cropForPreset(cutOut, { width: view.width, height: view.height }, position, OUTPUT_PRESETS[preset]);
    if (crop !== null) picture.apply({ position: { ...position, crop, output: { width, height } } });
  };
  return (
    <TextField
      select
      id={id}
      label={t('output.label')}
      value={value}
      onChange={({ target }) => choose(target.value)}
      slotProps={{ select: { native: true } }}
      helperText={isEnlarged ? `${t('output.help')} ${t('output.enlarged')}` : t('output.help')}
    >
      <option value="">{t('output.none')}</option>
      {OUTPUT_PRESET_NAMES.map((name) => {
        const { width, height } = OUTPUT_PRESETS[name];
        return (
          <option key={name} value={name}>
            {t('output.option', {
              name: t(`output.name.${name}`),
              width: format.number(width),
              height: format.number(height),
            })}
          </option>
        );
      })}
    </TextField>
  );
}
