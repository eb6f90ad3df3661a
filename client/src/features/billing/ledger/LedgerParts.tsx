import { tagOf } from '@clearcut/schemas/languages';
import { IMAGE_RETENTION_MS } from '@clearcut/schemas/constants';
import type { LedgerDescriptionType } from '@clearcut/schemas/credits/description';
import type { LedgerEntry } from '@clearcut/schemas/credits/http';
import type { Invoice } from '@clearcut/schemas/subscription/http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { Person } from '../../../admin/Person.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useNow } from '../../../lib/useNow.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { invoicesQuery } from '../payments/data/queries.ts';
import { receiptPath } from '../../pictures/saves/receipt-path.ts';
import { SavedPicture } from './SavedPicture.tsx';
import { shortId } from '../../../admin/short-id.ts';

/** Why credits changed, for which picture, or the reference of staff or payment provider. */
export function Description({ line: { descriptionType, cause, fileName, paymentId } }: { line: LedgerEntry }) {
  const { t } = useTranslation('ledger');
  const invoice = useInvoice(paymentId);
  const isProviders = PROVIDERS.has(descriptionType);
  const about = fileName ?? (isProviders ? undefined : cause);
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 'strong' }}>{t(`descriptions.${descriptionType}`)}</Box>
      {about && (
        <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
          <bdi>{about}</bdi>
        </Box>
      )}
      {invoice !== undefined && (
        <Box sx={{ fontSize: 'small' }}>
          <Link href={invoice.url ?? '/app/billing'} target="_blank" rel="noopener">
            <bdi>{invoice.number ?? invoice.id}</bdi>
          </Link>
        </Box>
      )}
    </Box>
  );
}

/** Their causes are ids of the payment provider, which mean nothing to people. */
const PROVIDERS: ReadonlySet<LedgerDescriptionType> = new Set([
  'payment',
  'pack',
  'period_ended',
  'rolled_over',
  'subscription_ended',
  'payment_refunded',
  'payment_disputed',
  'credits_returned',
] as const);

/** For those who see billing. */
function useInvoice(paymentId: string | null): Invoice | undefined {
  const { sections } = useProfile().team_permissions;
  const { data } = useQuery({ ...invoicesQuery, enabled: paymentId !== null && sections.includes('billing') });
  return data?.find(({ id }) => id === paymentId);
}

/** Members by name, other actors by kind. */
export function Who({ line: { actorKind, actorId, actorName, keyId, keyName } }: { line: LedgerEntry }) {
  const { t } = useTranslation('ledger');
  const { pk } = useProfile();
  return (
    <span>
      <Person id={actorKind === 'user' ? actorId : null} name={actorName} fallback={t(`actors.${actorKind}`)} />
      {actorId === pk && ` ${t('you')}`}
      {keyId && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 'small' }}>
          {t('key', { name: keyName ?? shortId(keyId) })}
        </Box>
      )}
    </span>
  );
}

/** Signed; green: received. */
export function Amount({ line: { credits } }: { line: LedgerEntry }) {
  const { i18n } = useTranslation();
  const signed = new Intl.NumberFormat(tagOf(i18n.language), { signDisplay: 'exceptZero' });
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 'strong',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        color: credits > 0 ? 'success.main' : 'text.primary',
      }}
    >
      {signed.format(credits)}
    </Box>
  );
}

/** Links of a save: its picture while retained, and its receipt for good. A failed save has no receipt. */
export function Proofs({ line }: { line: LedgerEntry }) {
  const { kind, date, transactionId, saveId, counterEntryDate, actorId } = line;
  const { t } = useTranslation('ledger');
  const { moment } = useFormat();
  const now = useNow(60_000);
  if (transactionId === null || saveId === null) return null;
  // Uploads precede saves, so retention ends no later than this.
  const mayBeThere = now - Date.parse(date) < IMAGE_RETENTION_MS;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: 0.5, columnGap: 2 }}>
      {mayBeThere && <SavedPicture id={transactionId} ownerId={actorId} />}
      {/* During a rollout an older server may answer without this field. */}
      {counterEntryDate && (
        <span>{t(kind === 'refunded' ? 'refundOf' : 'cameBack', { when: moment(counterEntryDate) })}</span>
      )}
      {!counterEntryDate && kind === 'spent' && (
        <Link component={RouterLink} to={receiptPath(transactionId, saveId)} sx={{ paddingBlock: 1 }}>
          {t('receipt')}
        </Link>
      )}
    </Box>
  );
}
