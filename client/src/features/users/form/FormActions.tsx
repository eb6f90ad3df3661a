import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SaveButton } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The foot of a form. */
export function FormActions({ save }: { save: string }) {
  const { t } = useTranslation('users');
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '12px',
        padding: { xs: '20px', md: '24px 32px' },
        borderBlockStart: '1px solid',
        borderColor: 'divider',
      }}
    >
      {/* A button that waits for a change would not say what is still missing. */}
      <SaveButton label={save} icon={null} alwaysEnable />
      <Button variant="outlined" component={Link} to="/app/users">
        {t('edit.cancel')}
      </Button>
    </Box>
  );
}
