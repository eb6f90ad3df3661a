import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import type { ReactNode } from 'react';
import { Sheet } from '../ui/paper/Sheet.tsx';
import { toFailure } from '../lib/errors/failure.ts';
import { useFailureText } from '../lib/errors/useFailureText.ts';

interface ListNoteProps {
  readonly title: string;
  readonly text: string;
  readonly heading?: 'h1' | 'h2';
  readonly children?: ReactNode;
}

export function ListNote({ title, text, heading = 'h2', children }: ListNoteProps) {
  return (
    <Box
      sx={{
        paddingBlock: { xs: 3.5, md: 5 },
        paddingInline: { xs: 2.5, md: 4 },
        display: 'grid',
        gap: 1,
        justifyItems: 'start',
      }}
    >
      <Typography variant="h3" component={heading}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '60ch' }}>{text}</Typography>
      {children}
    </Box>
  );
}

export function ListNoMatch({ title, text, clear }: { title: string; text: string; clear: string }) {
  const { setFilters } = useListContext();
  return (
    <div role="status">
      <ListNote title={title} text={text}>
        <Button variant="outlined" sx={{ marginBlockStart: 1.5 }} onClick={() => setFilters({}, [])}>
          {clear}
        </Button>
      </ListNote>
    </div>
  );
}

export function ListFailed({ title, again }: { title: string; again: string }) {
  const failureText = useFailureText();
  const { error, refetch } = useListContext();
  return (
    <Sheet role="alert">
      <ListNote title={title} text={failureText(toFailure(error))}>
        <Button variant="outlined" sx={{ marginBlockStart: 1.5 }} onClick={() => void refetch()}>
          {again}
        </Button>
      </ListNote>
    </Sheet>
  );
}
