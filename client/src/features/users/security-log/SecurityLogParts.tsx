import { tagOf } from '@clearcut/schemas/languages';
import type { SecurityEntry } from '@clearcut/schemas/security/http';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { Person } from '../../../admin/Person.tsx';

interface EntryProps {
  readonly entry: SecurityEntry;
}

const BY_STAFF: ReadonlySet<SecurityEntry['kind']> = new Set([
  'picture_opened',
  'break_glass',
  'ledger_opened',
  'ledger_exported',
  'team_opened',
]);

export function Event({ entry: { kind, detail, pictureId } }: EntryProps) {
  const { t, i18n } = useTranslation('security-log');
  const signed = new Intl.NumberFormat(tagOf(i18n.language), { signDisplay: 'exceptZero' });
  const words =
    detail === null || BY_STAFF.has(kind)
      ? ''
      : kind === 'credits_changed'
        ? t('credits', { count: Math.abs(Number(detail)), number: signed.format(Number(detail)) })
        : // During a rollout an older page may receive a detail it has no text for.
          t(`details.${detail}` as 'details.password', { defaultValue: '' });
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Box sx={{ fontWeight: 'strong', color: kind === 'login_failed' ? 'error.main' : 'text.primary' }}>
        {t(`kinds.${kind}`)}
      </Box>
      {words !== '' && <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>{words}</Box>}
      {BY_STAFF.has(kind) && detail !== null && (
        <Box sx={{ fontSize: 'small' }}>
          {t('reason')}: <bdi>{detail}</bdi>
        </Box>
      )}
      {pictureId !== null && (
        <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
          {t('picture')} <bdi>{pictureId}</bdi>
        </Box>
      )}
    </Box>
  );
}

export function About({ entry: { userId, userName } }: EntryProps) {
  const { t } = useTranslation('security-log');
  return (
    <span>
      <Person id={userId} name={userName} fallback={userId === null ? t('team') : t('former')} />
    </span>
  );
}

export function Who({ entry: { actorKind, actorId, actorName } }: EntryProps) {
  const { t } = useTranslation('security-log');
  return (
    <span>
      <Person
        id={actorKind === 'user' || actorKind === 'staff' ? actorId : null}
        name={actorName}
        fallback={t(`actors.${actorKind}`)}
      />
    </span>
  );
}
