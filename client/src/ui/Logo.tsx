import Box from '@mui/material/Box';

/** The mark: a square with one clean cut, one half solid, the other transparent. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <Box component="svg" viewBox="0 0 32 32" aria-hidden sx={{ width: size, height: size, flexShrink: 0 }}>
      <Box component="path" d="M1 5.500V31h25.500z" sx={{ fill: 'var(--mui-palette-clearcut-accent)' }} />
      <path d="M6 1h25v25z" fill="#fff" />
      <path d="M12 7V1h6v6zM24 7V1h7v6zM18 13V7h6v6zM24 19v-6h7v6zM31 26l-7-7h7zM6 1h6v6z" fill="#aebfb7" />
    </Box>
  );
}

export function Logo() {
  return (
    <Box component="span" dir="ltr" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Mark />
      <Box
        component="span"
        translate="no"
        sx={{
          fontFamily: "'Bricolage Grotesque Variable', sans-serif",
          fontWeight: 'logo',
          fontSize: 'large',
          letterSpacing: '-0.035em',
          lineHeight: 1,
        }}
      >
        Clearcut
      </Box>
    </Box>
  );
}
