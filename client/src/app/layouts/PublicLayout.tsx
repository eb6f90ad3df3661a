import { CONTENT_ID } from '@clearcut/schemas/site/rendering';
import Box from '@mui/material/Box';
import { Outlet } from 'react-router';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

export function PublicLayout() {
  return (
    <>
      <SkipLink />
      <Header />
      <Box component="main" id={CONTENT_ID} tabIndex={-1} sx={{ flexGrow: 1, outline: 'none' }}>
        <Outlet />
      </Box>
      <Footer />
    </>
  );
}
