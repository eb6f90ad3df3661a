import Box from '@mui/material/Box';

interface CodeProps {
  readonly children: string;
  readonly short?: boolean;
  /** On one line: for names in a table, which would break after any letter on a phone. */
  readonly whole?: boolean;
}

/** An id, a digest or a name out of the log: the same in every language, and read from left to right. */
export function Code({ children, short = false, whole = false }: CodeProps) {
  return (
    <Box
      component="code"
      dir="ltr"
      title={children}
      sx={{ fontSize: '0.875em', ...(whole ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }) }}
    >
      {short ? children.slice(0, 8) : children}
    </Box>
  );
}
