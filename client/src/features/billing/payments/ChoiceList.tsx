import Box from '@mui/material/Box';
import { useId } from 'react';
import { FieldGroup } from '../../../ui/forms/FieldGroup.tsx';

export interface ChoiceListProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly text?: string }[];
  readonly onChange: (value: Value) => void;
}

export function ChoiceList<Value extends string>({ label, value, choices, onChange }: ChoiceListProps<Value>) {
  const group = useId();
  return (
    <FieldGroup label={label}>
      <Box sx={{ border: '1px solid', borderColor: 'clearcut.edge', borderRadius: '4px', overflow: 'clip' }}>
        {choices.map((choice) => (
          <Box
            key={choice.value}
            component="label"
            sx={{
              position: 'relative',
              display: 'grid',
              gridTemplateColumns: 'auto minmax(0, 1fr)',
              columnGap: 1.5,
              alignItems: 'center',
              minHeight: 44,
              padding: '10px 14px',
              cursor: 'pointer',
              '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
              '&:has(:checked)': { backgroundColor: 'clearcut.desk' },
            }}
          >
            <Box
              component="input"
              type="radio"
              name={group}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              sx={{ width: 20, height: 20, margin: 0, accentColor: 'var(--mui-palette-clearcut-accentText)' }}
            />
            <Box component="span" sx={{ fontWeight: 'strong' }}>
              {choice.label}
            </Box>
            {choice.text !== undefined && (
              <Box component="span" sx={{ gridColumn: 2, fontSize: 'small', color: 'text.secondary' }}>
                {choice.text}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </FieldGroup>
  );
}
