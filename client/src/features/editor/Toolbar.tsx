import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType, KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { PlusIcon } from '../../ui/work-icons.tsx';
import { actions, type ActionName } from './actions/actions.ts';
import type { EditedPicture } from './picture/edited-picture.ts';
import { ZOOM } from './engine/view.ts';
import { CompareIcon, FillIcon, FitIcon, MinusIcon, RedoIcon, ResetIcon, UndoIcon } from './controls/icons.tsx';
import { tools } from './state/tools.ts';
import { usePreferences } from './state/usePreferences.ts';
import { useShortcutOf } from './state/useShortcutOf.ts';
import { usePicture } from './picture/usePicture.ts';
import { useTools } from './state/useTools.ts';

const button = {
  width: { xs: 36, sm: 44 },
  height: 44,
  borderRadius: '4px',
  color: 'clearcut.onMat',
  '&:hover': { backgroundColor: 'rgb(255 255 255 / 12%)' },
  '&.Mui-disabled': { color: 'clearcut.onMat', opacity: 0.35 },
} as const;

const worded = {
  width: { xs: 36, sm: 44, md: 'auto' },
  gap: 1,
  paddingInline: { md: 1.5 },
  fontFamily: 'inherit',
  fontSize: 'small',
  fontWeight: 'strong',
} as const;

const pressed = { backgroundColor: 'rgb(255 255 255 / 22%)' } as const;

function ActionButton({
  name,
  picture,
  Icon,
  isOff = false,
  isPressed,
  hasWords = false,
}: {
  readonly name: ActionName;
  readonly picture: EditedPicture;
  readonly Icon: ComponentType<SvgIconProps>;
  readonly isOff?: boolean;
  readonly isPressed?: boolean;
  /** Where there is room. */
  readonly hasWords?: boolean;
}) {
  const { t } = useTranslation('editor');
  const { isEnabled, perform } = actions[name];
  const { shortcut } = useShortcutOf()(actions[name]);
  const label = t(`action.${name}` as 'action.undo');
  return (
    <IconButton
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      title={
        shortcut === undefined
          ? label
          : `${label} (${shortcut.replace('Control', 'Ctrl').replaceAll('+', ' + ').replace(' +  + ', ' + +')})`
      }
      disabled={isOff || !isEnabled(picture)}
      onClick={() => perform(picture)}
      // Undo points to where a line of text starts.
      sx={{
        ...button,
        ...(isPressed === true ? pressed : {}),
        ...(hasWords ? worded : {}),
        ...(name === 'undo' || name === 'redo' ? { '[dir=rtl] & svg': { scale: '-1 1' } } : {}),
      }}
    >
      <Icon aria-hidden />
      {hasWords && (
        <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'inline' } }}>
          {label}
        </Box>
      )}
    </IconButton>
  );
}

const compare = (on: boolean) => tools.change({ isComparing: on });

const key = (on: boolean) => (event: KeyboardEvent) => {
  if (event.key !== ' ' && event.key !== 'Enter') return;
  event.preventDefault();
  compare(on);
};

export function Toolbar({ picture, isLow }: { readonly picture: EditedPicture; readonly isLow: boolean }) {
  const { t } = useTranslation('editor');
  const format = useFormat();
  usePicture(picture);
  const { view, isComparing, isCropping } = useTools();
  const { fillsWindow, knowsFill } = usePreferences();
  return (
    <Box
      // Not role toolbar: that promises arrow keys, but Tab moves here.
      role="group"
      aria-label={t('toolbar')}
      sx={{
        display: 'flex',
        flexWrap: isLow ? 'nowrap' : { xs: 'nowrap', sm: 'wrap' },
        justifyContent: 'center',
        alignItems: 'center',
        gap: { xs: 0, sm: isLow ? 0 : 0.5 },
        // One row, on the narrowest phones and beside the tools of a low window.
        '& > button': {
          flex: isLow ? '0 1 36px' : { xs: '0 1 36px', sm: 'none' },
          minWidth: 28,
          ...(isLow ? { paddingInline: 0, height: 40 } : {}),
        },
        ...(isLow ? { '& > div': { display: 'none' } } : {}),
      }}
    >
      <ActionButton name="undo" picture={picture} Icon={UndoIcon} />
      <ActionButton name="redo" picture={picture} Icon={RedoIcon} />
      <ActionButton name="reset" picture={picture} Icon={ResetIcon} />
      <IconButton
        aria-label={t('compare')}
        aria-pressed={isComparing}
        title={t('compare')}
        disabled={isCropping}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          compare(true);
        }}
        onPointerUp={() => compare(false)}
        onPointerCancel={() => compare(false)}
        onKeyDown={key(true)}
        onKeyUp={key(false)}
        onBlur={() => compare(false)}
        onContextMenu={(event) => event.preventDefault()}
        sx={{ ...button, touchAction: 'none', ...(isComparing ? pressed : {}) }}
      >
        <CompareIcon aria-hidden />
      </IconButton>
      <Box
        aria-hidden
        sx={{ width: '1px', height: 24, marginInline: 0.5, backgroundColor: 'rgb(255 255 255 / 25%)' }}
      />
      <ActionButton name="zoomOut" picture={picture} Icon={MinusIcon} isOff={isCropping || view.zoom <= ZOOM.min} />
      <Box
        component="output"
        aria-label={t('zoom')}
        sx={{
          minWidth: 46,
          textAlign: 'center',
          fontSize: 'small',
          fontWeight: 'strong',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {format.percent(view.zoom)}
      </Box>
      <ActionButton name="zoomIn" picture={picture} Icon={PlusIcon} isOff={isCropping || view.zoom >= ZOOM.max} />
      <ActionButton name="fit" picture={picture} Icon={FitIcon} isOff={isCropping} />
      <ActionButton
        name="fill"
        picture={picture}
        Icon={FillIcon}
        isPressed={fillsWindow}
        hasWords={!knowsFill && !isLow}
      />
    </Box>
  );
}
