import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { BackLink } from '../../../ui/page/BackLink.tsx';
import { Head } from '../../../ui/page/Head.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { snipped } from '../../../ui/paper/snipped.ts';
import { DownloadIcon } from '../../../ui/work-icons.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { shareDialog } from '../../support-access/share-dialog.ts';
import { useFileLink } from '../downloads/useFileLink.ts';
import { hdUrl } from '../saves/api.ts';
import { pictureQuery, receiptQuery } from './api.ts';
import { PrinterIcon } from './icons.tsx';
import { PrintStyles } from './PrintStyles.tsx';
import { saveReceipt } from './receipt-file.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';

function Failed({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('receipt');
  const failureText = useFailureText();
  const failure = toFailure(error);
  return (
    <Sheet role="alert" sx={[snipped(28), { paddingBlock: { xs: 3.5, md: 5 }, paddingInline: { xs: 2.5, md: 4 } }]}>
      <Typography variant="h3" component="h2">
        {t('failed.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', marginBlock: '8px 20px' }}>{failureText(failure)}</Typography>
      {failure.status === 404 ? (
        <Button variant="outlined" component={Link} to="/app/my-images">
          {t('failed.toImages')}
        </Button>
      ) : (
        <Button variant="outlined" onClick={onAgain}>
          {t('failed.again')}
        </Button>
      )}
    </Sheet>
  );
}

export function ReceiptPage() {
  const { t } = useTranslation('receipt');
  const { transactionId = '', saveId = '' } = useParams();
  const { sections } = useProfile().team_permissions;
  const { data: receipt, error, refetch } = useQuery(receiptQuery(transactionId, saveId));
  const { data: view } = useQuery(pictureQuery(transactionId));
  const link = useFileLink(transactionId, hdUrl(transactionId, saveId));
  return (
    <Box sx={{ maxWidth: 960 }}>
      <PrintStyles />
      <Head page="receipt" texts="app" />
      {sections.includes('transactionHistory') && <BackLink to="/app/my-account?tab=history">{t('back')}</BackLink>}
      <PageHeader title={t('title')}>
        {receipt !== undefined && (
          <>
            {view && (
              <Button
                {...link}
                className="no-print"
                variant="contained"
                color="primary"
                startIcon={<DownloadIcon aria-hidden />}
              >
                {t('download')}
              </Button>
            )}
            {view && (
              <Button className="no-print" variant="outlined" onClick={() => shareDialog.open(transactionId)}>
                {t('letSupportLook')}
              </Button>
            )}
            <Button
              className="no-print"
              variant="outlined"
              startIcon={<PrinterIcon aria-hidden />}
              onClick={() => print()}
            >
              {t('print')}
            </Button>
            <Button
              className="no-print"
              variant="outlined"
              startIcon={<DownloadIcon aria-hidden />}
              onClick={() => saveReceipt(receipt)}
            >
              {t('json')}
            </Button>
          </>
        )}
      </PageHeader>
      {error !== null && receipt === undefined && <Failed error={error} onAgain={() => void refetch()} />}
      {error === null && receipt === undefined && <Skeleton variant="rounded" height={560} />}
      {receipt !== undefined && (
        <Sheet sx={[snipped(28), { '& > section:first-of-type': { border: 0 } }]}>
          <ReceiptSheet receipt={receipt} view={view} />
        </Sheet>
      )}
    </Box>
  );
}
