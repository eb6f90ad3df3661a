import type { DeadLetterView } from '@clearcut/schemas/support/work-http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { ListNote } from '../../../admin/ListNotes.tsx';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Sheet } from '../../../ui/paper/Sheet.tsx';
import { useProfile } from '../../auth/session/useProfile.ts';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { mayOpen, PICTURE_ROLES } from '../screens.ts';
import { deadLettersQuery } from './api.ts';
import { RedriveDialog } from './RedriveDialog.tsx';

const HEADS = ['when', 'kind', 'picture', 'attempts', 'why', 'effect'] as const;

const keyOf = ({ topic, messageId }: DeadLetterView): string => `${topic} ${messageId}`;

export function DeadLettersPage() {
  const { t } = useTranslation('support');
  const query = useQuery(deadLettersQuery);
  return (
    <>
      <PageHeader title={t('dead.title')} lead={t('dead.lead')} />
      <Waiting query={query}>
        {(letters) =>
          letters.length === 0 ? (
            <Sheet>
              <ListNote title={t('dead.none')} text={t('dead.noneText')} />
            </Sheet>
          ) : (
            <Letters letters={letters} />
          )
        }
      </Waiting>
    </>
  );
}

function Letters({ letters }: { readonly letters: readonly DeadLetterView[] }) {
  const { t } = useTranslation('support');
  const { moment, number } = useFormat();
  const { staff_roles: roles } = useProfile();
  const mayRedrive = mayOpen(roles, ['operations']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [confirming, setConfirming] = useState<readonly DeadLetterView[]>();
  const selected = letters.filter((letter) => chosen.has(keyOf(letter)));

  function toggle(letter: DeadLetterView): void {
    const next = new Set(chosen);
    if (!next.delete(keyOf(letter))) next.add(keyOf(letter));
    setChosen(next);
  }

  return (
    <Sheet sx={{ paddingBlock: { xs: 2, md: 2.5 }, paddingInline: { xs: 2.5, md: 3.5 } }}>
      {mayRedrive && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, marginBlockEnd: 1.5 }}>
          <Button
            variant="contained"
            color="primary"
            disabled={selected.length === 0}
            onClick={() => setConfirming(selected)}
          >
            {t('dead.redriveSelected')}
          </Button>
          <Button variant="outlined" onClick={() => setConfirming(letters)}>
            {t('dead.redriveAll')}
          </Button>
        </Box>
      )}
      <FactTable
        label={t('dead.title')}
        heads={[...(mayRedrive ? [t('dead.columns.select')] : []), ...HEADS.map((head) => t(`dead.columns.${head}`))]}
        rows={letters.map((letter) => ({
          key: keyOf(letter),
          cells: [
            ...(mayRedrive
              ? [
                  <Checkbox
                    key="select"
                    checked={chosen.has(keyOf(letter))}
                    onChange={() => toggle(letter)}
                    slotProps={{ input: { 'aria-label': t('dead.select', { id: letter.messageId }) } }}
                    sx={{ padding: 0 }}
                  />,
                ]
              : []),
            <time key="when" dateTime={letter.diedAt}>
              {moment(letter.diedAt)}
            </time>,
            <Code key="kind" whole>
              {letter.kind ?? letter.topic}
            </Code>,
            <PictureOf key="picture" letter={letter} isOpen={mayOpen(roles, PICTURE_ROLES)} />,
            number(letter.attempts),
            <bdi key="why">{letter.error}</bdi>,
            t(`dead.effects.${letter.effect}`),
          ],
        }))}
      />
      {confirming !== undefined && <RedriveDialog letters={confirming} onClose={() => setConfirming(undefined)} />}
    </Sheet>
  );
}

function PictureOf({ letter: { pictureId }, isOpen }: { readonly letter: DeadLetterView; readonly isOpen: boolean }) {
  if (pictureId === null) return '–';
  const short = <Code short>{pictureId}</Code>;
  if (!isOpen) return short;
  return (
    <Link component={RouterLink} to={`/app/support/pictures/${pictureId}`}>
      {short}
    </Link>
  );
}
