import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { canCopy } from '../../lib/can-copy.ts';
import { CopyIcon } from '../work-icons.tsx';
import { Sheet } from '../paper/Sheet.tsx';

export interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  readonly value: string;
  readonly example?: string;
  readonly copy: string;
  readonly copied: string;
  readonly done: string;
  readonly onDone: () => void;
}

export function ShownOnce({ title, text, value, example, copy, copied, done, onDone }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Sheet
      role="status"
      sx={{ paddingBlock: { xs: 3, md: 4 }, paddingInline: { xs: 2.5, md: 4 }, marginBlockEnd: 2.5 }}
    >
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Typography sx={{ marginBlock: '6px 16px' }}>{text}</Typography>
      {[value, ...(example === undefined ? [] : [example])].map((shown) => (
        <Box
          key={shown}
          component="pre"
          dir="ltr"
          tabIndex={0}
          sx={{
            margin: '0 0 12px',
            paddingBlock: 1.5,
            paddingInline: 2,
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: '4px',
            fontFamily: 'monospace',
            fontSize: 'small',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            userSelect: 'all',
          }}
        >
          {shown}
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {canCopy('writeText') && (
          <Button
            variant="contained"
            color="primary"
            startIcon={<CopyIcon />}
            onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
          >
            {isCopied ? copied : copy}
          </Button>
        )}
        <Button variant="outlined" onClick={onDone}>
          {done}
        </Button>
      </Box>
    </Sheet>
  );
}
