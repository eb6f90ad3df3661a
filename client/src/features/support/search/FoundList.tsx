import type { Found, SearchAnswer } from '@clearcut/schemas/support/http';
import type { StaffRole } from '@clearcut/schemas/support/staff-roles';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ListNote } from '../../../admin/ListNotes.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { Code } from '../parts/Code.tsx';
import { mayOpen, PICTURE_ROLES, TEAM_ROLES } from '../screens.ts';

export function FoundList({ answer: { by, found } }: { readonly answer: SearchAnswer }) {
  const { t } = useTranslation('support');
  if (found.length === 0) {
    return (
      <Sheet>
        <ListNote title={t('found.none')} text={t('found.noneText', { what: t(`kinds.${by}`) })} />
      </Sheet>
    );
  }
  return (
    <Sheet sx={{ padding: { xs: '8px 20px 20px', md: '12px 28px 28px' } }}>
      <Typography variant="h3" component="h2" sx={{ marginBlock: '16px 8px' }}>
        {t('found.title', { what: t(`kinds.${by}`) })}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {found.map((one) => (
          <Box
            component="li"
            key={`${one.kind} ${one.id}`}
            sx={{ paddingBlock: '14px', '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' } }}
          >
            <FoundRow found={one} />
          </Box>
        ))}
      </Box>
    </Sheet>
  );
}

function pageOf({ kind, id }: Found, roles: readonly StaffRole[]): string | undefined {
  if (kind === 'picture' && mayOpen(roles, PICTURE_ROLES)) return `pictures/${id}`;
  if (kind === 'message' && mayOpen(roles, ['support'])) return `messages/${id}`;
  return kind === 'team' && mayOpen(roles, TEAM_ROLES) ? `teams/${id}` : undefined;
}

function FoundRow({ found }: { readonly found: Found }) {
  const { t } = useTranslation('support');
  const { moment } = useFormat();
  const { staff_roles: roles } = useProfile();
  const { kind, id, at } = found;
  const title = t(`found.kinds.${kind}`);
  const page = pageOf(found, roles);
  return (
    <>
      <Box sx={{ fontWeight: 'strong' }}>
        {page !== undefined ? (
          <Link component={RouterLink} to={`/app/support/${page}`}>
            {title} <Code short>{id}</Code>
          </Link>
        ) : (
          title
        )}
        {found.kind === 'error' && (
          <>
            {' · '}
            <Code>{`${found.status} ${found.code}`}</Code>
          </>
        )}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: 'small' }}>
        <Code>{id}</Code>
        {found.kind === 'error' && found.route !== null && (
          <div>
            <Code>{found.route}</Code>
          </div>
        )}
        {at !== null && (
          <div>
            <time dateTime={at}>{moment(at)}</time>
          </div>
        )}
      </Box>
    </>
  );
}
