import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { GripIcon } from '../../../ui/icons.tsx';
import { checker } from '../../../ui/paper/checker.ts';
import type { Pair } from './pairs.ts';

/** CSS pixels: the handle, whose middle is the line. */
const HANDLE = 48;

const layer = { position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' } as const;

/**
 * A photograph over its cut-out, up to a line that a range input moves: pointer, finger and keys alike. Left to right
 * in every language, as pictures have no reading direction.
 */
export function Comparison({ pair: { name, before, after } }: { readonly pair: Pair }) {
  const { t } = useTranslation(['home', 'uploads']);
  const { percent } = useFormat();
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const [share, setShare] = useState(50);
  // The browser keeps the whole handle within the input.
  const line = `${HANDLE / 2}px + (100% - ${HANDLE}px) * ${share / 100}`;
  return (
    <Box
      dir="ltr"
      sx={{
        position: 'relative',
        aspectRatio: '4 / 3',
        overflow: 'hidden',
        borderRadius: '6px',
        background: checker(checkerLight, checkerDark, 24),
        '&:has(:focus-visible) .handle': { outline: '3px solid #b23a08', outlineOffset: '-7px' },
      }}
    >
      <Box
        component="img"
        src={after}
        alt={t('home:pairs.alt', { what: t(`uploads:examples.${name}`) })}
        loading="lazy"
        sx={layer}
      />
      <Box
        component="img"
        src={before}
        alt=""
        loading="lazy"
        style={{ clipPath: `inset(0 calc(100% - (${line})) 0 0)` }}
        sx={layer}
      />
      <Box
        aria-hidden
        style={{ left: `calc(${line})` }}
        sx={{
          position: 'absolute',
          insetBlock: 0,
          width: 2,
          marginInlineStart: '-1px',
          backgroundColor: '#ffffff',
          boxShadow: '0 0 0 1px rgb(0 0 0 / 35%)',
        }}
      >
        <Box
          className="handle"
          sx={{
            position: 'absolute',
            insetBlockStart: `calc(50% - ${HANDLE / 2}px)`,
            insetInlineStart: `${1 - HANDLE / 2}px`,
            width: HANDLE,
            height: HANDLE,
            display: 'grid',
            placeItems: 'center',
            color: '#12211d',
            backgroundColor: '#ffffff',
            borderRadius: '6px',
            boxShadow: '0 0 0 1px rgb(0 0 0 / 30%), 0 4px 12px rgb(0 0 0 / 35%)',
          }}
        >
          <GripIcon />
        </Box>
      </Box>
      <Box
        component="input"
        type="range"
        min={0}
        max={100}
        value={share}
        aria-label={t('home:pairs.label')}
        aria-valuetext={t('home:pairs.value', { percent: percent(share / 100) })}
        onChange={({ target }) => setShare(Number(target.value))}
        sx={{
          ...layer,
          margin: 0,
          opacity: 0,
          cursor: 'ew-resize',
          appearance: 'none',
          // Sideways moves the line, vertical scrolls the page.
          touchAction: 'pan-y',
          '&::-webkit-slider-thumb': { appearance: 'none', width: HANDLE, height: HANDLE },
          '&::-moz-range-thumb': { width: HANDLE, height: HANDLE, border: 0 },
        }}
      />
    </Box>
  );
}
