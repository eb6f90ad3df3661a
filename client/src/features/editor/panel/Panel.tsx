import Box from '@mui/material/Box';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { useId, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '../../../ui/work-icons.tsx';
import { actions } from '../actions/actions.ts';
import { BackgroundPanel } from './BackgroundPanel.tsx';
import { Choices } from '../controls/controls.tsx';
import { BackgroundIcon, ShadowIcon } from '../controls/icons.tsx';
import type { Action } from '../gestures/action.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { SECTIONS, tools, type Section } from '../state/tools.ts';
import { useShortcutOf } from '../state/useShortcutOf.ts';
import { useTools } from '../state/useTools.ts';
import { registry, toolInHand } from '../tools/registry.ts';
import { ShadowPanel } from './ShadowPanel.tsx';

interface SectionTab {
  readonly Icon: ComponentType<SvgIconProps>;
  /** Action its key also performs. */
  readonly action?: Action;
  /** Shown unless the active tool has its own panel. */
  readonly Panel?: ComponentType<{ readonly picture: EditedPicture }>;
}

const SECTION_TABS: Readonly<Record<Section, SectionTab>> = {
  bg: { Icon: BackgroundIcon, action: actions.background, Panel: BackgroundPanel },
  brush: { Icon: registry.brush.Icon, action: actions.erase },
  arrange: { Icon: registry.move.Icon, action: actions.arrange },
  shadow: { Icon: ShadowIcon, Panel: ShadowPanel },
  save: { Icon: DownloadIcon },
};

export interface PanelProps {
  readonly picture: EditedPicture;
  readonly isWide: boolean;
  /** Below the tools; its own section on narrow screens. */
  readonly save: ReactNode;
}

export function Panel({ picture, isWide, save }: PanelProps) {
  const { t } = useTranslation('editor');
  const state = useTools();
  const shortcutOf = useShortcutOf();
  const section = state.section === 'save' && isWide ? 'bg' : state.section;
  const id = useId();
  const Content = toolInHand(state)?.Panel ?? SECTION_TABS[section].Panel;
  return (
    <>
      <Sectioned
        isWide={isWide}
        tabs={
          <Choices
            kind="tabs"
            label={t('sections')}
            controls={id}
            choices={SECTIONS.filter((value) => value !== 'save' || !isWide).map((value) => {
              const { Icon, action } = SECTION_TABS[value];
              return { value, label: t(`section.${value}`), Icon, ...(action && shortcutOf(action)) };
            })}
            value={section}
            onChange={(value) => tools.showSection(value)}
          />
        }
      >
        <Box id={id} role="tabpanel" aria-label={t(`section.${section}`)}>
          {Content === undefined ? save : <Content picture={picture} />}
        </Box>
      </Sectioned>
      {isWide && (
        <Box sx={{ padding: '16px 20px 20px', borderBlockStart: '1px solid', borderColor: 'divider' }}>{save}</Box>
      )}
    </>
  );
}

/** Stacked on wide screens; on a phone the tabs stay under the thumb and the tools scroll above. */
function Sectioned({ isWide, tabs, children }: { isWide: boolean; tabs: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: isWide ? 'column' : 'column-reverse',
        flexGrow: 1,
        minHeight: 0,
        '& > :first-of-type': { flexShrink: 0 },
      }}
    >
      <Box sx={{ padding: isWide ? '16px 20px 0' : '8px 12px calc(8px + env(safe-area-inset-bottom))' }}>{tabs}</Box>
      <Box
        sx={{
          flexGrow: 1,
          minHeight: 0,
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          // Room for focus rings of the first and last.
          padding: isWide ? '16px 20px 20px' : '14px 16px 6px',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
