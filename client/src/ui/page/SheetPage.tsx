import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Mat } from '../paper/Mat.tsx';
import { Sheet } from '../paper/Sheet.tsx';
import { snipped } from '../paper/snipped.ts';

export function SheetPage({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <Mat
      className="on-mat"
      sx={{
        display: 'grid',
        placeItems: 'start center',
        minHeight: '62dvh',
        marginInline: { xs: 0, md: 2 },
        borderRadius: { xs: 0, md: '14px' },
        padding: { xs: '32px 16px 48px', md: '64px 32px 80px' },
      }}
    >
      <Sheet
        sx={[
          snipped(28),
          {
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 3,
            width: 'min(520px, 100%)',
            padding: { xs: '26px 20px', sm: '36px' },
          },
        ]}
      >
        <div>
          <Typography variant="h1" sx={{ fontSize: 'clamp(1.75rem, 1.3rem + 1.8vw, 2.5rem)', paddingInlineEnd: 2 }}>
            {title}
          </Typography>
          {lead !== undefined && (
            <Typography sx={{ marginBlockStart: '10px', color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {lead}
            </Typography>
          )}
        </div>
        {children}
      </Sheet>
    </Mat>
  );
}
