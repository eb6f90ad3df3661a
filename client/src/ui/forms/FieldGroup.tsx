import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

export function FieldGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ padding: 0, fontSize: '0.875rem', fontWeight: 600, marginBlockEnd: '6px' }}>
        {label}
      </Box>
      {children}
    </Box>
  );
}
