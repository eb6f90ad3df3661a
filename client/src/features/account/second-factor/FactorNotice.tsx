import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';

/** Days before the team requires a second factor. */
export function FactorNotice({ due }: { readonly due: string }) {
  const { t } = useTranslation('app');
  const { moment } = useFormat();
  return (
    <Box
      component="section"
      aria-label={t('factorDue.setUp')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 0.5,
        columnGap: 2.5,
        padding: { xs: '10px 16px', md: '10px 32px' },
        borderBlockEnd: '1px solid',
        borderColor: 'clearcut.edge',
        backgroundColor: 'background.paper',
      }}
    >
      <Typography sx={{ flexGrow: 1, minWidth: 0, flexBasis: 320 }}>
        {t('factorDue.text', { date: moment(due) })}
      </Typography>
      <Button variant="outlined" component={Link} to="/app/my-account">
        {t('factorDue.setUp')}
      </Button>
    </Box>
  );
}
