import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { PipetteIcon } from '../../controls/icons.tsx';
import { tools } from '../../state/tools.ts';
import { useTools } from '../../state/useTools.ts';

interface EyeDropperApi {
  open: () => Promise<{ sRGBHex: string }>;
}

/** The browser's own picker, where it has one: it also takes colours from outside of the page. */
function systemDropper(): EyeDropperApi | undefined {
  const Dropper = (window as { EyeDropper?: new () => EyeDropperApi }).EyeDropper;
  return Dropper && new Dropper();
}

/** Takes a colour from somewhere: with the browser's own picker, or else from the picture. */
export function PickColor({ onPick }: { readonly onPick: (hex: string) => void }) {
  const { t } = useTranslation('editor');
  const { isPicking } = useTools();
  const pick = () => {
    const dropper = systemDropper();
    // Without one, the next press on the picture takes the colour there.
    if (dropper === undefined) tools.change({ isPicking: !isPicking });
    // Escape: then there is no colour, and nothing to do.
    else
      void dropper.open().then(
        ({ sRGBHex }) => /^#[0-9a-f]{6}$/i.test(sRGBHex) && onPick(sRGBHex),
        () => undefined,
      );
  };
  return (
    <Button
      variant="outlined"
      aria-pressed={isPicking}
      onClick={pick}
      startIcon={<PipetteIcon aria-hidden />}
      sx={{ flexShrink: 0 }}
    >
      {isPicking ? t('color.picking') : t('color.pick')}
    </Button>
  );
}
