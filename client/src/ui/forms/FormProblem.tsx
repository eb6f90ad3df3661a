import Box from '@mui/material/Box';
import { AlertIcon } from '../icons.tsx';

export function FormProblem({ text }: { text: string | undefined }) {
  return (
    <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
      {text !== undefined && (
        <Box sx={{ display: 'flex', gap: 1, color: 'error.main', fontWeight: 'strong', overflowWrap: 'anywhere' }}>
          <AlertIcon aria-hidden />
          <span>{text}</span>
        </Box>
      )}
    </Box>
  );
}
