import Box from '@mui/material/Box';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadIcon } from '../../../ui/icons.tsx';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { ArrangeIcon, BackgroundIcon, BrushIcon, ShadowIcon } from '../controls/icons.tsx';
import { SECTIONS, tools, type Section } from '../state/tools.ts';
import { useTools } from '../state/useTools.ts';
import { ArrangePanel } from '../tools/move/Panel.tsx';
import { BackgroundPanel } from '../backgrounds/BackgroundPanel.tsx';
import { BrushPanel } from '../tools/brush/Panel.tsx';
import { Choices } from '../controls/controls.tsx';
import { ShadowPanel } from './ShadowPanel.tsx';

const ICONS = { bg: BackgroundIcon, brush: BrushIcon, arrange: ArrangeIcon, shadow: ShadowIcon, save: DownloadIcon };
const KEYS: Partial<Record<Section, string>> = { bg: 'B', brush: 'E', arrange: 'V' };
const PANELS = { bg: BackgroundPanel, brush: BrushPanel, arrange: ArrangePanel, shadow: ShadowPanel } as const;

export interface PanelProps {
  readonly picture: EditedPicture;
  readonly isWide: boolean;
  /** The ways to have the picture: below the tools, and on narrow screens a section of its own. */
  readonly save: ReactNode;
}

/** The tools, a section at a time. */
export function Panel({ picture, isWide, save }: PanelProps) {
  const { t } = useTranslation('editor');
  const { section: wanted } = useTools();
  const section = wanted === 'save' && isWide ? 'bg' : wanted;
  const id = useId();
  const Content = section === 'save' ? undefined : PANELS[section];
  return (
    <>
      <Sectioned
        isWide={isWide}
        tabs={
          <Choices
            kind="tabs"
            label={t('sections')}
            controls={id}
            choices={SECTIONS.filter((value) => value !== 'save' || !isWide).map((value) => ({
              value,
              label: t(`section.${value}`),
              Icon: ICONS[value],
              ...(KEYS[value] === undefined ? {} : { shortcut: KEYS[value] }),
            }))}
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

/** On wide screens below each other; on a phone the tabs stay under the thumb, and the tools scroll above them. */
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
          minHeight: 0,
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          // Room for what is drawn around the first and last of them.
          padding: isWide ? '16px 20px 20px' : '14px 16px 6px',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
