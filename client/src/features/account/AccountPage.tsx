import type { PermissionSection } from '@clearcut/schemas/team/permissions';
import Skeleton from '@mui/material/Skeleton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { Head } from '../../ui/page/Head.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useSiteFacts } from '../../lib/site/facts.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import { General } from './General.tsx';

const tabs = [
  { name: 'general', section: undefined },
  { name: 'tax', section: 'taxInformation' },
  { name: 'history', section: 'transactionHistory' },
] as const satisfies { name: string; section: PermissionSection | undefined }[];

/** Loaded lazily: the only tab that needs react-admin. */
const Ledger = lazy(async () => {
  const [{ Ledger }] = await Promise.all([
    import('../billing/ledger/Ledger.tsx'),
    addTexts('ledger', 'ledger-proof', 'ra'),
  ]);
  return { default: Ledger };
});

const TaxTab = lazy(async () => {
  const [{ TaxTab }] = await Promise.all([import('../billing/tax/TaxTab.tsx'), addTexts('tax', 'payments')]);
  return { default: TaxTab };
});

/** The open tab is part of the address. */
export function AccountPage() {
  const { t } = useTranslation('account');
  const { sections } = useProfile().team_permissions;
  const [search, setSearch] = useSearchParams();
  const { hasCredits } = useSiteFacts();
  const open = tabs.filter(({ section }) => section === undefined || (hasCredits && sections.includes(section)));
  const { name } = open.find((tab) => tab.name === search.get('tab')) ?? tabs[0];
  return (
    <>
      <Head page="account" texts="app" />
      <PageHeader title={t('title')} />
      <Tabs
        value={name}
        onChange={(_event, tab: string) => setSearch(tab === 'general' ? {} : { tab }, { preventScrollReset: true })}
        variant="scrollable"
        textColor="inherit"
        slotProps={{ indicator: { sx: { height: 3, backgroundColor: 'clearcut.accentText' } } }}
        aria-label={t('tabs.label')}
        // MUI fades unselected tabs below readable contrast.
        sx={{ marginBlockEnd: 2.5, '& .MuiTab-root': { opacity: 1 } }}
      >
        {open.map((tab) => (
          <Tab
            key={tab.name}
            value={tab.name}
            label={t(`tabs.${tab.name}`)}
            id={`tab-${tab.name}`}
            aria-controls="tab-panel"
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${name}`}>
        {name === 'general' && <General />}
        <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
          {name === 'tax' && <TaxTab />}
          {name === 'history' && <Ledger />}
        </Suspense>
      </div>
    </>
  );
}
