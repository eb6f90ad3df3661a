import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { PipetteIcon } from '../../controls/icons.tsx';
import { tools } from '../../state/tools.ts';
import { useTools } from '../../state/useTools.ts';

interface EyeDropperApi {
  open: () => Promise<{ sRGBHex: string }>;
}

/** The browser's eyedropper, if any; it also picks colours outside the page. */
function systemDropper(): EyeDropperApi | undefined {
  const Dropper = (window as { EyeDropper?: new () => EyeDropperApi }).EyeDropper;
  return Dropper && new Dropper();
}

export function PickColor({ onPick }: { readonly onPick: (hex: string) => void }) {
  const { t } = useTranslation('editor');
  const { isPicking } = useTools();
  const pick = () => {
    const dropper = systemDropper();
    // Without one, the next press on the picture picks the colour.
    if (dropper === undefined) tools.change({ isPicking: !isPicking });
    // Cancelled by Escape.
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
