import Box from '@mui/material/Box';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { BACKGROUND_TABS, tools } from '../state/tools.ts';
import { useTools } from '../state/useTools.ts';
import { BlurTab } from '../backgrounds/BlurTab.tsx';
import { ColorTab } from '../backgrounds/ColorTab.tsx';
import { Choices } from '../controls/controls.tsx';
import { PhotoTab } from '../backgrounds/PhotoTab.tsx';
import { TemplatesTab } from '../templates/TemplatesTab.tsx';

const TABS = { photo: PhotoTab, color: ColorTab, blur: BlurTab, templates: TemplatesTab } as const;

export function BackgroundPanel({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('editor');
  const { tab } = useTools();
  const id = useId();
  const Tab = TABS[tab];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Choices
        kind="tabs"
        label={t('bg.kinds')}
        controls={id}
        choices={BACKGROUND_TABS.map((value) => ({ value, label: t(`bg.tab.${value}`) }))}
        value={tab}
        onChange={(value) => tools.showTab(value)}
      />
      <Box id={id} role="tabpanel" aria-label={t(`bg.tab.${tab}`)}>
        <Tab picture={picture} />
      </Box>
    </Box>
  );
}
