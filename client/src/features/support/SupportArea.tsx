import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes } from 'react-router';
import { AdminPages } from '../../admin/AdminPages.tsx';
import { dataProviderOf } from '../../admin/data-provider.ts';
import { Head } from '../../ui/page/Head.tsx';
import { NoSuchPage } from '../../ui/page/NoSuchPage.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import audit from './audit/index.ts';
import { FailurePage } from './failures/FailurePage.tsx';
import { FailuresPage } from './failures/FailuresPage.tsx';
import { FiguresPage } from './figures/FiguresPage.tsx';
import { LedgerPage } from './ledgers/LedgerPage.tsx';
import { MessagePage } from './messages/MessagePage.tsx';
import { MessagesPage } from './messages/MessagesPage.tsx';
import { PicturePage } from './picture/PicturePage.tsx';
import { LEDGER_ROLES, mayOpen, PICTURE_ROLES, type Screen, SCREENS, TEAM_ROLES } from './screens.ts';
import { SearchPage } from './search/SearchPage.tsx';
import { SupportTabs } from './SupportTabs.tsx';
import { TeamPage } from './teams/TeamPage.tsx';
import { DeadLettersPage } from './work/DeadLettersPage.tsx';
import { WorkPage } from './work/WorkPage.tsx';

const staffData = dataProviderOf('/api/staff');

export function SupportArea() {
  const { t } = useTranslation('support');
  const { pk, staff_roles: roles } = useProfile();
  /** By the path within the screen's own. */
  const pages: Readonly<Record<Screen['name'], Readonly<Record<string, ReactNode>>>> = {
    search: { '': <SearchPage /> },
    messages: { '': <MessagesPage />, ':id': <MessagePage /> },
    failures: { '': <FailuresPage />, group: <FailurePage /> },
    deadLetters: { '': <DeadLettersPage /> },
    work: { '': <WorkPage /> },
    figures: { '': <FiguresPage /> },
    audit: {
      '*': (
        <AdminPages
          basename="/app/support"
          person={pk}
          dataProvider={staffData}
          resource={audit}
          title={t('audit.title')}
        />
      ),
    },
  };
  const open = SCREENS.filter((screen) => mayOpen(roles, screen.roles));
  const route = (path: string, wanted: readonly StaffRole[], page: ReactNode) => (
    <Route
      key={path}
      path={path}
      element={mayOpen(roles, wanted) ? page : <Away to={`/app/support/${open[0]?.path ?? ''}`} />}
    />
  );
  return (
    <>
      <Head page="support" texts="support" />
      <SupportTabs screens={open} />
      <Routes>
        {SCREENS.flatMap(({ name, path, roles: wanted }) =>
          Object.entries(pages[name]).map(([within, page]) => route(`${path}/${within}`, wanted, page)),
        )}
        {route('pictures/:id', PICTURE_ROLES, <PicturePage />)}
        {route('teams/:id', TEAM_ROLES, <TeamPage />)}
        {route('ledgers/:id', LEDGER_ROLES, <LedgerPage />)}
        <Route path="*" element={<NoSuchPage to="/app/support">{t('tabs.label')}</NoSuchPage>} />
      </Routes>
    </>
  );
}

function Away({ to }: { readonly to: string }) {
  const { t } = useTranslation('app');
  useEffect(() => showToast(t('closed'), { tone: 'info' }), [t]);
  return <Navigate to={to} replace />;
}
