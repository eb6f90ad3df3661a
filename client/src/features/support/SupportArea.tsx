import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes } from 'react-router';
import { AdminContext } from '../../admin/AdminContext.tsx';
import { dataProviderOf } from '../../admin/data-provider.ts';
import { Head } from '../../ui/page/Head.tsx';
import { showToast } from '../../ui/toasts/show-toast.ts';
import { useProfile } from '../auth/session/useProfile.ts';
import audit from './audit/index.ts';
import { FailuresPage } from './failures/FailuresPage.tsx';
import { FiguresPage } from './figures/FiguresPage.tsx';
import { LedgerPage } from './ledgers/LedgerPage.tsx';
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
  const { pk, staff_roles: roles } = useProfile();
  const pages: Readonly<Record<Screen['name'], ReactNode>> = {
    search: <SearchPage />,
    messages: <MessagesPage />,
    failures: <FailuresPage />,
    deadLetters: <DeadLettersPage />,
    work: <WorkPage />,
    figures: <FiguresPage />,
    audit: (
      <AdminContext basename="/app/support" person={pk} dataProvider={staffData} resources={[audit]} shown="audit" />
    ),
  };
  const open = SCREENS.filter((screen) => mayOpen(roles, screen.roles));
  const [first] = open;
  return (
    <>
      <Head page="support" texts="support" />
      <SupportTabs screens={open} />
      <Routes>
        {open.map(({ name, path }) => (
          <Route key={name} path={path === '' ? '/' : `${path}/*`} element={pages[name]} />
        ))}
        {mayOpen(roles, PICTURE_ROLES) && <Route path="pictures/:id" element={<PicturePage />} />}
        {mayOpen(roles, TEAM_ROLES) && <Route path="teams/:id" element={<TeamPage />} />}
        {mayOpen(roles, LEDGER_ROLES) && <Route path="ledgers/:id" element={<LedgerPage />} />}
        {first !== undefined && <Route path="*" element={<Away to={`/app/support/${first.path}`} />} />}
      </Routes>
    </>
  );
}

function Away({ to }: { readonly to: string }) {
  const { t } = useTranslation('app');
  useEffect(() => showToast(t('closed'), { tone: 'info' }), [t]);
  return <Navigate to={to} replace />;
}
