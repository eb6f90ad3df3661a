import { supportContracts } from '@clearcut/schemas/contracts/support/console';
import type { LedgerAuditView, LedgerLine } from '@clearcut/schemas/credits/audit-http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useParams } from 'react-router';
import { addressOf, call } from '../../../lib/contracts/call.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { LedgerProof } from '../../billing/ledger/proof/LedgerProof.tsx';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { mayOpen, PICTURE_ROLES } from '../screens.ts';
import { BackToSearch } from '../search/BackToSearch.tsx';
import { BalanceLine } from './BalanceLine.tsx';

const ledgerQuery = (teamId: string) =>
  queryOptions({
    queryKey: ['staff', 'ledger', teamId],
    queryFn: ({ signal }) => call(supportContracts.ledger, { params: { id: teamId }, signal }),
    staleTime: 0,
  });

/** Credits come early, so that a phone shows them. */
const HEADS = ['version', 'at', 'credits', 'balance', 'type', 'about', 'chain'] as const;

export function LedgerPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('support');
  const query = useQuery(ledgerQuery(id));
  return (
    <>
      <BackToSearch />
      <PageHeader title={t('ledger.title')} lead={id} />
      <Waiting query={query}>{(audit) => <Audit audit={audit} />}</Waiting>
      <LedgerProof
        verification={addressOf(supportContracts.ledgerVerification, { params: { id } })}
        file={addressOf(supportContracts.ledgerExport, { params: { id } })}
      />
    </>
  );
}

function Audit({ audit }: { readonly audit: LedgerAuditView }) {
  const { t } = useTranslation(['support', 'ledger']);
  const { number, moment } = useFormat();
  const { staff_roles: roles } = useProfile();
  const { lines, sum, shown, faults } = audit;
  const faultsAt = Map.groupBy(faults, ({ version }) => version);
  const isRight = faults.length === 0 && (shown === null || sum === shown);
  return (
    <>
      <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 }, marginBlockEnd: 2.5 }}>
        <Typography
          role="status"
          sx={{ fontWeight: 'strong', color: isRight ? 'text.primary' : 'error.main', marginBlockEnd: 1.5 }}
        >
          {t(isRight ? 'ledger.right' : 'ledger.wrong', {
            sum: number(sum),
            shown: shown === null ? '–' : number(shown),
            faults: number(faults.length),
          })}
        </Typography>
        <BalanceLine lines={lines} />
      </Sheet>
      <Sheet sx={{ paddingBlock: { xs: 1.5, md: 2 }, paddingInline: { xs: 2.5, md: 3.5 } }}>
        <FactTable
          label={t('ledger.title')}
          heads={HEADS.map((head) => t(`ledger.columns.${head}`))}
          rows={lines.toReversed().map((line) => ({
            key: line.id,
            cells: [
              number(line.version),
              <time key="at" dateTime={line.at}>
                {moment(line.at)}
              </time>,
              number(line.credits),
              number(line.balance),
              <Box key="type">
                <div>{t(`ledger:descriptions.${line.description}`)}</div>
                <Code whole>{line.type}</Code>
                {faultsAt.get(line.version)?.map(({ kind }) => (
                  <Box key={kind} sx={{ color: 'error.main' }}>
                    {t(`ledger.faults.${kind}`)}
                  </Box>
                ))}
              </Box>,
              <About key="about" line={line} isOpen={mayOpen(roles, PICTURE_ROLES)} />,
              <Code key="chain" short>
                {line.chain}
              </Code>,
            ],
          }))}
        />
      </Sheet>
    </>
  );
}

function About({ line, isOpen }: { readonly line: LedgerLine; readonly isOpen: boolean }) {
  const { t } = useTranslation('support');
  const { transactionId, cause, actorKind, actorId } = line;
  if (transactionId === null) {
    return (
      <Box sx={{ overflowWrap: 'anywhere' }}>
        <bdi>{cause ?? '–'}</bdi>
        <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
          {t(`actors.${actorKind}`)} <Code short>{actorId}</Code>
        </Box>
      </Box>
    );
  }
  if (!isOpen) return <Code short>{transactionId}</Code>;
  return (
    <Link component={RouterLink} to={`/app/support/pictures/${transactionId}`}>
      <Code short>{transactionId}</Code>
    </Link>
  );
}
