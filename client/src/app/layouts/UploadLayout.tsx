import { CONTENT_ID } from '@clearcut/schemas/site/rendering';
import Box from '@mui/material/Box';
import { Outlet } from 'react-router';
import { usePreload } from '../../lib/usePreload.ts';
import { loadAuthModal } from '../session/AuthModalHost.tsx';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

export function UploadLayout() {
  // A save asks for an account, perhaps once the connection is lost.
  usePreload(loadAuthModal);
  return (
    <>
      <SkipLink />
      <Header minimal />
      <Box
        component="main"
        id={CONTENT_ID}
        tabIndex={-1}
        sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <Outlet />
      </Box>
    </>
  );
}
