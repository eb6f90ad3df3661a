import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backdropCss } from '../../../pictures/result/backdrops.ts';
import { Code } from '../../parts/Code.tsx';
import { afterDrag, afterKey } from './look.ts';
import { HeatPicture, type Look, Pane, placeOf, type Size } from './Pane.tsx';
import { Swipe } from './Swipe.tsx';
import { useHeat } from './useHeat.ts';

const WAYS = ['side', 'swipe', 'blink', 'heat'] as const;
type Way = (typeof WAYS)[number];
const BACKDROPS = { checker: null, black: '#000000', white: '#ffffff' } as const;
type Backdrop = keyof typeof BACKDROPS;
const SCALES = { fit: null, whole: 1, loupe: 8 } as const;
type Scale = keyof typeof SCALES;

const BLINK_MS = 1_000;

interface CompareViewProps {
  /** Name of the file in its event. */
  readonly file: string;
  readonly urls: { readonly recorded: string; readonly replayed: string };
}

/** Compares two files side by side, overlaid, alternating or as a difference map; all views share one position. */
export function CompareView({ file, urls }: CompareViewProps) {
  const { t } = useTranslation('support-replay');
  const theme = useTheme();
  const [way, setWay] = useState<Way>('side');
  const [backdrop, setBackdrop] = useState<Backdrop>('checker');
  const [look, setLook] = useState<Look>({ scale: null, x: 0.5, y: 0.5 });
  const [size, setSize] = useState<Size>();
  const [isRefused, setRefused] = useState(false);
  const drag = useDrag(look, size, setLook);
  const place = placeOf(look, size);
  const picture = (side: 'recorded' | 'replayed') => (
    <img
      src={urls[side]}
      alt={t(`compare.${side}`)}
      draggable={false}
      style={place}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
      onError={() => setRefused(true)}
    />
  );
  const scale = (Object.keys(SCALES) as Scale[]).find((one) => SCALES[one] === look.scale) ?? 'fit';
  return (
    <Box component="section" aria-label={t('compare.title')} sx={{ marginBlockStart: 3.5 }}>
      <Typography component="h2" variant="body1" sx={{ fontWeight: 'strong', marginBlockEnd: 1.5 }}>
        {t('compare.title')} · <Code>{file}</Code>
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 1.5, columnGap: 2.5, marginBlockEnd: 2 }}>
        <Choice
          label={t('compare.way')}
          names={WAYS}
          text={(one) => t(`compare.ways.${one}`)}
          value={way}
          onChange={setWay}
        />
        <Choice
          label={t('compare.scale')}
          names={Object.keys(SCALES) as Scale[]}
          text={(one) => t(`compare.scales.${one}`)}
          value={scale}
          onChange={(one) => setLook({ ...look, scale: SCALES[one] })}
        />
        <Choice
          label={t('compare.backdrop')}
          names={Object.keys(BACKDROPS) as Backdrop[]}
          text={(one) => t(`compare.backdrops.${one}`)}
          value={backdrop}
          onChange={setBackdrop}
        />
      </Box>
      {isRefused ? (
        <Typography role="alert">{t('compare.refused')}</Typography>
      ) : (
        // Left to right in every language: pictures have no reading direction.
        <Box
          dir="ltr"
          role="group"
          aria-label={t('compare.keys')}
          tabIndex={0}
          onKeyDown={(event) => {
            const next = afterKey(look, event.key);
            if (next === undefined) return;
            event.preventDefault();
            setLook(next);
          }}
          {...(way === 'swipe' ? {} : drag)}
          sx={{
            display: 'grid',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              md: way === 'side' ? 'repeat(2, minmax(0, 1fr))' : 'minmax(0, 1fr)',
            },
            gap: 2,
            userSelect: 'none',
            touchAction: look.scale === null ? 'pan-y' : 'none',
            '& figure > div:first-of-type': { background: backdropCss(theme, BACKDROPS[backdrop], 16) },
          }}
        >
          {way === 'side' && (
            <>
              <Pane name={t('compare.recorded')}>{picture('recorded')}</Pane>
              <Pane name={t('compare.replayed')}>{picture('replayed')}</Pane>
            </>
          )}
          {way === 'swipe' && <Swipe left={picture('recorded')} right={picture('replayed')} />}
          {way === 'blink' && <Blink sides={{ recorded: picture('recorded'), replayed: picture('replayed') }} />}
          {way === 'heat' && <Heat urls={urls} look={look} />}
        </Box>
      )}
    </Box>
  );
}

function useDrag(look: Look, size: Size | undefined, setLook: (look: Look) => void) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly look: Look }>(undefined);
  const end = (): void => {
    from.current = undefined;
  };
  return {
    onPointerDown: ({ clientX: x, clientY: y, button }: PointerEvent) => {
      if (button === 0) from.current = { x, y, look };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current;
      if (start !== undefined) setLook(afterDrag(start.look, size, clientX - start.x, clientY - start.y));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  };
}

interface ChoiceProps<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly text: (name: Name) => string;
  readonly value: Name;
  readonly onChange: (name: Name) => void;
}

function Choice<Name extends string>({ label, names, text, value, onChange }: ChoiceProps<Name>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      aria-label={label}
      sx={{ '& .MuiToggleButton-root': { color: 'text.primary' } }}
      onChange={(_event, chosen: Name | null) => chosen !== null && onChange(chosen)}
    >
      {names.map((name) => (
        <ToggleButton key={name} value={name}>
          {text(name)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function Blink({ sides }: { readonly sides: { readonly recorded: ReactNode; readonly replayed: ReactNode } }) {
  const { t } = useTranslation('support-replay');
  const [side, setSide] = useState<'recorded' | 'replayed'>('recorded');
  useEffect(() => {
    const timer = setInterval(() => setSide((one) => (one === 'recorded' ? 'replayed' : 'recorded')), BLINK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Pane name={t(`compare.${side}`)}>
      <div style={{ visibility: side === 'recorded' ? 'visible' : 'hidden' }}>{sides.recorded}</div>
      <div style={{ visibility: side === 'replayed' ? 'visible' : 'hidden' }}>{sides.replayed}</div>
    </Pane>
  );
}

function Heat({
  urls,
  look,
}: {
  readonly urls: { readonly recorded: string; readonly replayed: string };
  readonly look: Look;
}) {
  const { t } = useTranslation('support-replay');
  const heat = useHeat(urls.recorded, urls.replayed);
  if (heat === undefined) return <Typography role="status">{t('compare.heatComes')}</Typography>;
  if (heat === null) return <Typography role="alert">{t('compare.refused')}</Typography>;
  return (
    <Pane name={t('compare.heat')}>
      <HeatPicture heat={heat} place={placeOf(look, heat)} label={t('compare.heat')} />
    </Pane>
  );
}
