import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { checker } from '../../ui/paper/checker.ts';
import { Sheet } from '../../ui/paper/Sheet.tsx';
import { snipped } from '../../ui/paper/snipped.ts';
import { CutLine } from '../pictures/uploads/CutLine.tsx';
import { uploadStore } from '../pictures/uploads/upload-store.ts';
import { useMayEdit } from '../auth/session/useMayEdit.ts';

export function EmptyPictures() {
  const { t } = useTranslation('my-images');
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const mayEdit = useMayEdit();
  return (
    <Sheet sx={[snipped(28), { paddingBlock: { xs: 3.5, md: 6 }, paddingInline: { xs: 2.5, md: 5 } }]}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 3.5, columnGap: 6 }}>
        <Box sx={{ position: 'relative', width: 180, aspectRatio: '4 / 3', flexShrink: 0 }}>
          <Box sx={{ position: 'absolute', inset: '10px', background: checker(checkerLight, checkerDark, 24) }} />
          <CutLine moving={false} />
        </Box>
        <Box sx={{ flex: '1 1 280px', display: 'grid', gap: 1, justifyItems: 'start' }}>
          <Typography variant="h3" component="h2">
            {t('empty.title')}
          </Typography>
          <Typography sx={{ color: 'text.secondary', maxWidth: '56ch' }}>
            {t(mayEdit ? 'empty.text' : 'empty.closed')}
          </Typography>
          {mayEdit && (
            <Button
              variant="contained"
              color="primary"
              component={Link}
              to="/app/dashboard"
              onClick={() => uploadStore.begin()}
              sx={{ marginBlockStart: 1.5 }}
            >
              {t('empty.upload')}
            </Button>
          )}
        </Box>
      </Box>
    </Sheet>
  );
}
