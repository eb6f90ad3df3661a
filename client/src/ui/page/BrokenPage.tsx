import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Logo } from '../Logo.tsx';

export interface BrokenPageProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly refresh: string;
  /** Opened by a full load to discard what broke. */
  readonly wayOut: { readonly href: string; readonly label: string };
  /** While a picture is only in this page's memory, a full load would lose it. */
  readonly holds?: boolean;
}

const reload = () => location.reload();

export function BrokenPage({ title, texts, refresh, wayOut, holds = false }: BrokenPageProps) {
  const held = useRef(holds);
  useEffect(() => {
    if (holds) return undefined;
    if (held.current) reload();
    // The connection may be all that broke.
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [holds]);
  return (
    <Box
      component="main"
      sx={{ maxWidth: 560, marginInline: 'auto', paddingBlock: '12vh', paddingInline: 2, textAlign: 'center' }}
    >
      <Logo />
      <Typography variant="h1" sx={{ marginBlock: '40px 12px' }}>
        {title}
      </Typography>
      {texts.map((text) => (
        <Typography key={text} sx={{ color: 'text.secondary' }}>
          {text}
        </Typography>
      ))}
      <Box sx={{ marginBlockStart: 4 }}>
        <Button variant="contained" color="primary" disabled={holds} onClick={reload}>
          {refresh}
        </Button>
        <Button href={wayOut.href} disabled={holds}>
          {wayOut.label}
        </Button>
      </Box>
    </Box>
  );
}
