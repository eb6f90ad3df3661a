import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';

/** One of several ways, as react-admin's groups of choices take them: what it is called and what it means. */
export interface ChoiceRecord {
  readonly id: string | number;
  readonly name: string;
  readonly text: string;
}

export function Choice() {
  const choice = useRecordContext<ChoiceRecord>();
  return (
    <Box component="span" sx={{ display: 'grid', paddingBlock: '8px' }}>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {choice?.name}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {choice?.text}
      </Box>
    </Box>
  );
}

/** A group of choices one below the other. react-admin shrinks the legend to a label that floats; ours stands. */
export const choiceGroup = {
  '& .MuiFormLabel-root': { transform: 'none', marginBlockEnd: '4px', padding: 0 },
  '& .MuiFormControlLabel-root:has([type=radio])': { alignItems: 'flex-start' },
} as const;
