import type { PictureFacts } from '@clearcut/schemas/support/http';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { AccessView } from '../access/AccessView.tsx';
import { pictureQuery } from '../api.ts';
import { ReplayTab } from '../replay/ReplayTab.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { BackToSearch } from '../search/BackToSearch.tsx';
import { PictureHead } from './PictureHead.tsx';
import { StateView } from './StateView.tsx';
import { StepStrip } from './StepStrip.tsx';
import { TimelineView } from './TimelineView.tsx';

const TABS = ['timeline', 'steps', 'state', 'replay', 'access'] as const;
type TabName = (typeof TABS)[number];

export function PicturePage() {
  const { id = '' } = useParams();
  const query = useQuery(pictureQuery(id));
  return (
    <>
      <BackToSearch />
      <Waiting query={query} isPage>
        {(facts) => <Picture facts={facts} />}
      </Waiting>
    </>
  );
}

function Picture({ facts }: { readonly facts: PictureFacts }) {
  const { t } = useTranslation('support');
  const { t: tp } = useTranslation('support-pictures');
  const { t: tr } = useTranslation('support-replay');
  const labels: Readonly<Record<TabName, string>> = {
    timeline: t('picture.tabs.timeline'),
    steps: t('picture.tabs.steps'),
    state: t('picture.tabs.state'),
    replay: tr('tab'),
    access: tp('access.tab'),
  };
  const [params, setParams] = useSearchParams();
  const shown: TabName = TABS.find((tab) => tab === params.get('tab')) ?? 'timeline';
  return (
    <>
      <PictureHead facts={facts} />
      <Tabs
        value={shown}
        onChange={(_event, tab: TabName) => setParams({ tab }, { replace: true })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={t('picture.tabs.label')}
        textColor="inherit"
        sx={{
          marginBlock: '20px 12px',
          '& .MuiTab-root': { color: 'text.secondary', opacity: 1 },
          '& .MuiTab-root.Mui-selected': { color: 'text.primary' },
        }}
      >
        {TABS.map((tab) => (
          <Tab key={tab} value={tab} id={`tab-${tab}`} aria-controls="picture-panel" label={labels[tab]} />
        ))}
      </Tabs>
      <Sheet
        role="tabpanel"
        id="picture-panel"
        aria-labelledby={`tab-${shown}`}
        sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 } }}
      >
        {shown === 'timeline' && <TimelineView events={facts.events} />}
        {shown === 'steps' && <StepStrip facts={facts} />}
        {shown === 'state' && <StateView facts={facts} />}
        {shown === 'replay' && <ReplayTab facts={facts} />}
        {shown === 'access' && <AccessView pictureId={facts.id} />}
      </Sheet>
    </>
  );
}
