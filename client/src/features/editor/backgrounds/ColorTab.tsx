import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { PickColor } from '../tools/pick-color/Panel.tsx';
import { withColour } from './background-rules.ts';
import { ColorMixer } from './ColorMixer.tsx';
import { Palette } from './Palette.tsx';

const FIRST = '#ffffff';

export function ColorTab({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { settings } = usePicture(picture);
  const colour = settings.background.color ?? FIRST;
  const [typed, setTyped] = useState<string>();

  const adjust = (next: string) => picture.adjust({ background: withColour(next.toLowerCase()) });
  const choose = (next: string) => picture.apply({ background: withColour(next.toLowerCase()) });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Palette colour={settings.background.color} onChoose={choose} />
      {/* Dragging a colour is one edit, made on release. */}
      <ColorMixer colour={colour} onChange={adjust} onRest={() => picture.commit()} />
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'end' }}>
        <TextField
          label={t('color.code')}
          value={typed ?? colour}
          onChange={({ target }) => {
            setTyped(target.value);
            const hex = /^#?([0-9a-f]{6})$/i.exec(target.value.trim())?.[1];
            if (hex !== undefined) adjust(`#${hex}`);
          }}
          onBlur={() => {
            setTyped(undefined);
            picture.commit();
          }}
          slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, maxLength: 7 } }}
        />
        <PickColor onPick={choose} />
      </Box>
    </Box>
  );
}
