import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { PipetteIcon } from '../controls/icons.tsx';
import { tools } from '../state/tools.ts';
import { usePicture } from '../picture/usePicture.ts';
import { useTools } from '../state/useTools.ts';
import { withColour } from './background-rules.ts';
import { ColorMixer } from './ColorMixer.tsx';
import { Palette } from './Palette.tsx';

const FIRST = '#ffffff';

interface EyeDropperApi {
  open: () => Promise<{ sRGBHex: string }>;
}

/** The browser's own picker, where it has one: it also takes colours from outside of the page. */
function systemDropper(): EyeDropperApi | undefined {
  const Dropper = (window as { EyeDropper?: new () => EyeDropperApi }).EyeDropper;
  return Dropper && new Dropper();
}

/** A colour behind the cut-out: from a palette, mixed, typed, or taken from somewhere. */
export function ColorTab({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { settings } = usePicture(picture);
  const { isPicking } = useTools();
  const colour = settings.background.color ?? FIRST;
  /** What is in the field while somebody types. */
  const [typed, setTyped] = useState<string>();

  const adjust = (next: string) => picture.adjust({ background: withColour(next.toLowerCase()) });
  const choose = (next: string) => picture.apply({ background: withColour(next.toLowerCase()) });
  const pick = () => {
    const dropper = systemDropper();
    // Without one, the next press on the picture takes the colour there.
    if (dropper === undefined) tools.change({ isPicking: !isPicking });
    // Escape: then there is no colour, and nothing to do.
    else
      void dropper.open().then(
        ({ sRGBHex }) => /^#[0-9a-f]{6}$/i.test(sRGBHex) && choose(sRGBHex),
        () => undefined,
      );
  };
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <Palette colour={settings.background.color} onChoose={choose} />
      {/* A colour that is pulled about is one edit, when it is let go. */}
      <ColorMixer colour={colour} onChange={adjust} onRest={() => picture.settle()} />
      <Box sx={{ display: 'flex', gap: '12px', alignItems: 'end' }}>
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
            picture.settle();
          }}
          slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, maxLength: 7 } }}
        />
        <Button
          variant="outlined"
          aria-pressed={isPicking}
          onClick={pick}
          startIcon={<PipetteIcon aria-hidden />}
          sx={{ flexShrink: 0 }}
        >
          {isPicking ? t('color.picking') : t('color.pick')}
        </Button>
      </Box>
    </Box>
  );
}
