import type { PictureFacts } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { AccessNote } from '../access/AccessNote.tsx';
import { Code } from '../parts/Code.tsx';
import { FactList } from '../parts/FactList.tsx';
import { FORK_ROLES, mayOpen } from '../screens.ts';
import { ForkDialog } from './ForkDialog.tsx';

const otherRow = (label: string, ids: readonly string[]): [string, ReactNode] => [
  label,
  ids.map((id) => (
    <Link key={id} component={RouterLink} to={`/app/support/pictures/${id}`} sx={{ display: 'block' }}>
      <Code>{id}</Code>
    </Link>
  )),
];

export function PictureHead({ facts }: { readonly facts: PictureFacts }) {
  const { t } = useTranslation('support');
  const { t: tp } = useTranslation('support-pictures');
  const { staff_roles: roles } = useProfile();
  const [isForking, setForking] = useState(false);
  const { number, bytes, moment } = useFormat();
  const { id, status, owner, width, height, model, secondModel, uploadedAt, expiresAt, sha256 } = facts;
  const isThere = status !== 'deleted' && status !== 'expired';
  const size = t('picture.size', { width: number(width), height: number(height), bytes: bytes(facts.bytes) });
  const rows: [string, ReactNode][] = [
    [t('picture.facts.state'), t(`picture.states.${status}`)],
    [t('picture.facts.owner'), owner.userId === null ? t('picture.visitor') : <Code key="owner">{owner.userId}</Code>],
    ...(owner.teamId === null
      ? []
      : [
          [
            t('picture.facts.team'),
            <Link key="team" component={RouterLink} to={`/app/support/teams/${owner.teamId}`}>
              <Code>{owner.teamId}</Code>
            </Link>,
          ] as [string, ReactNode],
        ]),
    [t('picture.facts.model'), model === null ? '–' : <Code key="model">{`${model.name} ${model.version}`}</Code>],
    ...(secondModel === null
      ? []
      : [
          [
            t('picture.facts.secondModel'),
            <Code key="second">{`${secondModel.name} ${secondModel.version}`}</Code>,
          ] as [string, ReactNode],
        ]),
    [
      t('picture.facts.uploaded'),
      <time key="up" dateTime={uploadedAt}>
        {moment(uploadedAt)}
      </time>,
    ],
    [
      t('picture.facts.expires'),
      <time key="out" dateTime={expiresAt}>
        {moment(expiresAt)}
      </time>,
    ],
    ...(facts.forkedFrom === null ? [] : [otherRow(tp('fork.from'), [facts.forkedFrom])]),
    ...(facts.forks.length === 0 ? [] : [otherRow(tp('fork.others'), facts.forks)]),
    [t('picture.facts.sha256'), <Code key="sha">{sha256}</Code>],
  ];
  return (
    <>
      <PageHeader title={t('picture.title')} lead={id} />
      <Sheet
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '220px minmax(0, 1fr)' },
          alignItems: 'start',
          rowGap: 2.5,
          columnGap: 3.5,
          paddingBlock: { xs: 2.5, md: 3 },
          paddingInline: { xs: 2.5, md: 3.5 },
        }}
      >
        <Box
          sx={{
            display: 'grid',
            placeContent: 'center',
            minHeight: 150,
            padding: 1.5,
            textAlign: 'center',
            color: 'text.secondary',
            backgroundColor: 'divider',
          }}
        >
          <div>{size}</div>
          <Code short>{sha256}</Code>
        </Box>
        <div>
          <FactList facts={rows} />
          <Box sx={{ marginBlockStart: 2 }}>
            <AccessNote pictureId={id} isThere={isThere} />
          </Box>
          {isThere && mayOpen(roles, FORK_ROLES) && (
            <Button variant="outlined" onClick={() => setForking(true)} sx={{ marginBlockStart: 2 }}>
              {tp('fork.title')}
            </Button>
          )}
          {isForking && <ForkDialog pictureId={id} madeBy={model?.sha256} onClose={() => setForking(false)} />}
        </div>
      </Sheet>
    </>
  );
}
