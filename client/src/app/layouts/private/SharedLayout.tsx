import type { Profile } from '@clearcut/schemas/identity/http';
import Box from '@mui/material/Box';
import { session } from '../../../features/auth/session/session.ts';
import { useSession } from '../../../features/auth/session/useSession.ts';
import { usePreload } from '../../../lib/usePreload.ts';
import { loadAuthModal } from '../../session/AuthModalHost.tsx';
import { Header } from '../Header.tsx';
import { Loader } from './Loader.tsx';
import { PrivateLayout } from './PrivateLayout.tsx';
import { QueryLayout } from '../QueryLayout.tsx';
import { ToLogin, ToOpenPage } from './ways-out.tsx';
import { SkipLink } from '../SkipLink.tsx';

export function SharedLayout({ isFor }: { readonly isFor: (profile: Profile) => boolean }) {
  const { status, profile } = useSession();
  if (status === 'checking') return <Loader />;
  if (status === 'loggedOut') return session.hasEnded ? <ToLogin asks={false} /> : <Visitors />;
  return isFor(profile) ? <PrivateLayout /> : <ToOpenPage profile={profile} />;
}

function Visitors() {
  // As on the upload page.
  usePreload(loadAuthModal);
  return (
    <>
      <SkipLink />
      <Header />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <QueryLayout />
      </Box>
    </>
  );
}
