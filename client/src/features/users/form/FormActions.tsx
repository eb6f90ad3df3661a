import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SaveButton } from 'react-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export function FormActions({ save }: { save: string }) {
  const { t } = useTranslation('users');
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        paddingBlock: { xs: 2.5, md: 3 },
        paddingInline: { xs: 2.5, md: 4 },
        borderBlockStart: '1px solid',
        borderColor: 'divider',
      }}
    >
      {/* Always enabled: a disabled button would not say what is missing. */}
      <SaveButton label={save} icon={null} alwaysEnable />
      <Button variant="outlined" component={Link} to="/app/users">
        {t('edit.cancel')}
      </Button>
    </Box>
  );
}
