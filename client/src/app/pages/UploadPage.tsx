import Box from '@mui/material/Box';
import { Head } from '../../ui/Head.tsx';
import { Header } from '../layouts/Header.tsx';
import { SkipLink } from '../layouts/SkipLink.tsx';
import { Bench } from './Bench.tsx';

/** The place where a picture is worked on without an account, in a layout of its own. */
export function UploadPage() {
  return (
    <>
      <Head page="upload" path="/upload" />
      <SkipLink />
      <Header minimal />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ flexGrow: 1, display: 'flex', flexDirection: 'column', outline: 'none' }}
      >
        <Bench />
      </Box>
    </>
  );
}
