import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ padding: 0, fontSize: 'small', fontWeight: 'strong', marginBlockEnd: 0.75 }}>
        {label}
      </Box>
      {children}
    </Box>
  );
}
