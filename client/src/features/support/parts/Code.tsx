import Box from '@mui/material/Box';

interface CodeProps {
  readonly children: string;
  readonly short?: boolean;
  /** On one line: on a phone, names in a table would break after any letter. */
  readonly whole?: boolean;
}

/** Ids, digests and log names run left to right in every language. */
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
