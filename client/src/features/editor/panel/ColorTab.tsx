import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { HexColorPicker } from 'react-colorful';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import type { EditedPicture } from '../edited-picture.ts';
import { PipetteIcon } from '../icons.tsx';
import { tools } from '../tools.ts';
import { usePicture, useTools } from '../useStore.ts';
import { withColour } from './background-rules.ts';
import { nameSliders, shadeOf } from './mixer.ts';

/** Whites and greys that shops ask for, and colours that most things stand out from. */
const PALETTE = [
  '#ffffff', '#f5f5f2', '#e5e5e0', '#bdbdb8', '#6f6f6b', '#2b2b2a', '#000000',
  '#f7e7d3', '#f6c9b8', '#e58f6b', '#c4452d', '#f4d35e', '#a9c48b', '#3f7d58',
  '#bfe3e0', '#5aa9c9', '#1f5f8b', '#1b2a49', '#d9c9f0', '#8d6fb8', '#e9a6c0',
] as const; // prettier-ignore
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
  const name = useId();
  const { percent } = useFormat();
  const mixer = useRef<HTMLDivElement>(null);

  // After each time: the library writes its own words with each colour.
  useLayoutEffect(() => {
    if (mixer.current === null) return;
    const { saturation, brightness } = shadeOf(colour);
    const value = t('color.shadeValue', { saturation: percent(saturation), brightness: percent(brightness) });
    nameSliders(mixer.current, { shade: t('color.shade'), value, hue: t('color.hue') });
  });

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
      <Box
        role="radiogroup"
        aria-label={t('color.palette')}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '6px' }}
      >
        {PALETTE.map((entry) => (
          <Box
            key={entry}
            component="input"
            type="radio"
            name={name}
            aria-label={entry}
            title={entry}
            checked={settings.background.color === entry}
            onChange={() => choose(entry)}
            sx={(theme) => ({
              appearance: 'none',
              width: '100%',
              aspectRatio: '1',
              maxHeight: 44,
              margin: 0,
              cursor: 'pointer',
              backgroundColor: entry,
              // It is what it shows, also where the system forces its colours.
              forcedColorAdjust: 'none',
              border: '1px solid',
              borderColor: 'clearcut.edge',
              borderRadius: '4px',
              '&:checked': {
                boxShadow: `0 0 0 2px ${theme.vars.palette.clearcut.paper}, 0 0 0 4px ${theme.vars.palette.text.primary}`,
              },
              '&:focus-visible': { outlineOffset: '5px' },
            })}
          />
        ))}
      </Box>
      <Box
        ref={mixer}
        dir="ltr"
        // A colour that is pulled about is one edit, when it is let go.
        onPointerUp={() => picture.settle()}
        sx={{
          '& .react-colorful': { width: '100%', height: 160 },
          '& .react-colorful__saturation, & .react-colorful__last-control': { borderRadius: '4px' },
          '& .react-colorful__hue': { height: 22, marginBlockStart: '10px', borderRadius: '4px' },
          '& .react-colorful__pointer': { width: 24, height: 24 },
        }}
      >
        <HexColorPicker color={colour} onChange={adjust} />
      </Box>
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
