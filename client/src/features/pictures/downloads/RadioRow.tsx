import Box from '@mui/material/Box';
import { useId } from 'react';
import { FieldGroup } from '../../../ui/forms/FieldGroup.tsx';

export interface RadioRowProps<Value extends string> {
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly text?: string;
    readonly isDisabled?: boolean;
  }[];
  readonly onChange: (value: Value) => void;
}

/** Radio buttons styled as slips of paper; arrow keys work as usual. */
export function RadioRow<Value extends string>({ label, name, value, choices, onChange }: RadioRowProps<Value>) {
  const group = useId();
  return (
    <FieldGroup label={label}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        {choices.map((choice) => (
          <Box
            key={choice.value}
            component="label"
            sx={(theme) => ({
              flex: '1 1 0',
              display: 'flex',
              flexDirection: 'column',
              justifyContent: 'center',
              minHeight: 44,
              paddingBlock: 0.75,
              paddingInline: 1.5,
              cursor: choice.isDisabled === true ? 'default' : 'pointer',
              border: '1px solid',
              borderColor: theme.vars.palette.clearcut.edge,
              borderRadius: '4px',
              '&:has(:checked)': {
                borderColor: 'currentColor',
                boxShadow: 'inset 0 0 0 1px currentColor',
                fontWeight: 'strong',
              },
              '&:has(:disabled)': { color: theme.vars.palette.text.secondary, borderStyle: 'dashed' },
              '&:has(:focus-visible)': {
                outline: `3px solid ${theme.vars.palette.clearcut.accentText}`,
                outlineOffset: '3px',
              },
            })}
          >
            <Box
              component="input"
              type="radio"
              name={`${name}-${group}`}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.isDisabled === true}
              onChange={() => onChange(choice.value)}
              sx={{ position: 'absolute', opacity: 0, pointerEvents: 'none' }}
            />
            {choice.label}
            {choice.text !== undefined && (
              <Box component="span" sx={{ fontSize: 'small', fontWeight: 'regular', color: 'text.secondary' }}>
                {choice.text}
              </Box>
            )}
          </Box>
        ))}
      </Box>
    </FieldGroup>
  );
}
