import Box from '@mui/material/Box';

/** An id, a digest or a name out of the log: the same in every language, and read from left to right. */
export function Code({ children, short = false }: { readonly children: string; readonly short?: boolean }) {
  return (
    <Box component="code" dir="ltr" title={children} sx={{ fontSize: '0.875em', overflowWrap: 'anywhere' }}>
      {short ? children.slice(0, 8) : children}
    </Box>
  );
}
