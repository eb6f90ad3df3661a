import Box from '@mui/material/Box';
import { useRecordContext } from 'react-admin';

export interface ChoiceRecord {
  readonly id: string | number;
  readonly name: string;
  readonly text: string;
}

export function Choice() {
  const choice = useRecordContext<ChoiceRecord>();
  return (
    <Box component="span" sx={{ display: 'grid', paddingBlock: 1 }}>
      <Box component="span" sx={{ fontWeight: 'strong' }}>
        {choice?.name}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 'small' }}>
        {choice?.text}
      </Box>
    </Box>
  );
}

/** Stacked choices. Stops react-admin from shrinking the legend to a floating label. */
export const choiceGroup = {
  '& .MuiFormLabel-root': { transform: 'none', marginBlockEnd: 0.5, padding: 0 },
  '& .MuiFormControlLabel-root:has([type=radio])': { alignItems: 'flex-start' },
} as const;
