import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../lib/i18n/useFormat.ts';
import { DownloadIcon } from '../../../../ui/work-icons.tsx';
import { Sheet } from '../../../../ui/paper/Sheet.tsx';
import { ProgressBar } from '../../../../ui/ProgressBar.tsx';
import { useVerification, type Verification } from './useVerification.ts';

interface LedgerProofProps {
  /** Addresses of the audit stream and of the file with all lines. */
  readonly verification: string;
  readonly file: string;
}

export function LedgerProof({ verification: url, file }: LedgerProofProps) {
  const { t } = useTranslation('ledger-proof');
  const verification = useVerification(url);
  return (
    <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 }, marginBlock: 2.5 }}>
      <Typography variant="h3" component="h2" sx={{ marginBlockEnd: 1 }}>
        {t('title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '68ch', marginBlockEnd: 2 }}>{t('lead')}</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 1.5, columnGap: 2.5 }}>
        <Button variant="outlined" onClick={verification.start} disabled={verification.isRunning}>
          {t('verify')}
        </Button>
        <Button variant="outlined" href={file} download startIcon={<DownloadIcon aria-hidden />}>
          {t('export')}
        </Button>
        <Link href="/verify-ledger.mjs" download>
          {t('script')}
        </Link>
      </Box>
      <Outcome verification={verification} />
    </Sheet>
  );
}

function Outcome({ verification: { progress, isRunning, isCutOff } }: { readonly verification: Verification }) {
  const { t } = useTranslation('ledger-proof');
  const { number } = useFormat();
  if (isCutOff) return <Line isWrong>{t('cutOff')}</Line>;
  if (isRunning) {
    const { read, total } = progress ?? { read: 0, total: 0 };
    const share = total === 0 ? undefined : read / total;
    return (
      <Box sx={{ marginBlockStart: 2 }}>
        <ProgressBar label={t('verify')} share={share} />
        {progress && (
          <Typography sx={{ color: 'text.secondary', marginBlockStart: 0.5 }}>
            {t('progress', { read: number(read), total: number(total) })}
          </Typography>
        )}
      </Box>
    );
  }
  if (!progress?.result) return null;
  const { total, faults, result } = progress;
  if (total === 0) return <Line>{t('none')}</Line>;
  const isRight = faults.length === 0 && (result.shown === null || result.sum === result.shown);
  return (
    <>
      <Line isWrong={!isRight}>
        {t(isRight ? 'right' : 'wrong', {
          total: number(total),
          sum: number(result.sum),
          shown: result.shown === null ? '–' : number(result.shown),
        })}
      </Line>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ version, kind }) => (
            <li key={`${version} ${kind}`}>{t(`faults.${kind}`, { number: number(version) })}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ isWrong = false, children }: { readonly isWrong?: boolean; readonly children: string }) {
  return (
    <Typography
      role="status"
      sx={{ marginBlockStart: 2, fontWeight: 'strong', color: isWrong ? 'error.main' : 'text.primary' }}
    >
      {children}
    </Typography>
  );
}
