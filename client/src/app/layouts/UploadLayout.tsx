import { CONTENT_ID } from '@clearcut/schemas/site/rendering';
import Box from '@mui/material/Box';
import { Outlet } from 'react-router';
import { Header } from './Header.tsx';
import { SkipLink } from './SkipLink.tsx';

export function UploadLayout() {
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
