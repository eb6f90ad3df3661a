import type { TransactionView } from '@clearcut/schemas/transaction/http';
import type { Receipt } from '@clearcut/schemas/transaction/saves-http';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useSiteFacts } from '../../../lib/site/facts.ts';
import { checker } from '../../../ui/paper/checker.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { hdUrl } from '../saves/api.ts';
import { previewUrl } from '../uploads/transaction/shown-picture.ts';
import { payerQuery } from './api.ts';
import { CopyText } from './CopyText.tsx';
import { Fact } from './Section.tsx';

/** The picture as saved. A preview shows the current state, so an older save needs the file itself. */
function Thumbnail({ view, saveId }: { view: TransactionView; saveId: string }) {
  const { t } = useTranslation('receipt');
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const isCurrent = view.save?.saveId === saveId && view.save.isCurrent;
  return (
    <Box
      component="img"
      src={isCurrent ? previewUrl(view) : hdUrl(view.id, saveId)}
      alt={t('summary.picture')}
      sx={{
        display: 'block',
        width: { xs: 120, sm: 152 },
        height: { xs: 120, sm: 152 },
        objectFit: 'contain',
        background: checker(checkerLight, checkerDark, 20),
        borderRadius: '3px',
        '@media print': { width: 110, height: 110 },
      }}
    />
  );
}

/** Which picture, when, and the cost. `view` is missing once the picture is deleted. */
export function Summary({ receipt, view }: { receipt: Receipt; view: TransactionView | undefined }) {
  const { t } = useTranslation('receipt');
  const format = useFormat();
  const { pk, team_permissions: may } = useProfile();
  const { hasCredits } = useSiteFacts();
  const { file, ledger } = receipt;
  const isMine = ledger?.userId === pk;
  const { data: payer } = useQuery({
    ...payerQuery(ledger?.userId ?? ''),
    enabled: ledger !== null && !isMine && may.sections.includes('transactionHistory'),
  });
  return (
    <Box
      component="section"
      aria-label={t('summary.title')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: { xs: 2.5, sm: 4 },
        paddingBlock: { xs: 2.5, md: 3.5 },
        paddingInline: { xs: 2.5, md: 4 },
        '@media print': { padding: '7px 0' },
      }}
    >
      {view && <Thumbnail view={view} saveId={receipt.saveId} />}
      <Box
        component="dl"
        sx={{ margin: 0, flex: '1 1 340px', minWidth: 0, display: 'grid', gap: 1, alignContent: 'center' }}
      >
        <Fact name={t('summary.file')}>
          <Box component="span" sx={{ display: 'block', fontWeight: 'strong', fontSize: 'text' }}>
            {view ? <bdi>{view.originalFileName}</bdi> : t('summary.deleted')}
          </Box>
          {t('file.png', {
            pixels: format.pixels(file),
            bytes: format.bytes(file.bytes),
            exact: format.number(file.bytes),
          })}
        </Fact>
        <Fact name={t('file.savedAt')}>{format.moment(receipt.savedAt)}</Fact>
        {(hasCredits || ledger !== null) && (
          <Fact name={t('paid.credits')}>
            {ledger === null
              ? format.number(0)
              : t('paid.amount', {
                  count: ledger.credits,
                  number: format.number(ledger.credits),
                  balance: format.number(ledger.balance),
                })}
          </Fact>
        )}
        {ledger !== null && (
          <Fact name={t('paid.by')}>
            {isMine ? (
              t('paid.you')
            ) : (
              <>
                {payer && <bdi>{payer.actorName ?? t('paid.former')}</bdi>}
                <CopyText text={ledger.userId} what={t('paid.by')} />
              </>
            )}
          </Fact>
        )}
      </Box>
    </Box>
  );
}
