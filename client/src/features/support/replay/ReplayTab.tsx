import type { PictureFacts } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { useProfile } from '../../auth/session/useProfile.ts';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { replaysQuery } from './api.ts';
import { ReplayForm } from './ReplayForm.tsx';
import { ReplayResult } from './ReplayResult.tsx';
import { useVersionsText } from './useVersionsText.ts';
import { VerdictText } from './VerdictText.tsx';

export function ReplayTab({ facts }: { readonly facts: PictureFacts }) {
  const { t } = useTranslation('support-replay');
  const [params, setParams] = useSearchParams();
  const { staff_roles: roles } = useProfile();
  const shown = params.get('replay');
  const show = (replay: string | null): void =>
    setParams(replay === null ? { tab: 'replay' } : { tab: 'replay', replay });
  if (!roles.includes('support')) return <Typography>{t('onlySupport')}</Typography>;
  if (shown !== null) return <ReplayResult id={shown} onBack={() => show(null)} />;
  const isGone = facts.status === 'deleted' || facts.status === 'expired';
  return (
    <>
      {isGone ? <Typography>{t('gone')}</Typography> : <ReplayForm facts={facts} onBegun={show} />}
      <Before pictureId={facts.id} onShow={show} />
    </>
  );
}

function Before({ pictureId, onShow }: { readonly pictureId: string; readonly onShow: (id: string) => void }) {
  const { t } = useTranslation('support-replay');
  const { moment, number } = useFormat();
  const versionsText = useVersionsText();
  return (
    <Waiting query={useQuery(replaysQuery(pictureId))}>
      {(replays) =>
        replays.length > 0 && (
          <>
            <Typography component="h2" variant="body1" sx={{ fontWeight: 'strong', marginBlock: '28px 8px' }}>
              {t('before')}
            </Typography>
            <FactTable
              label={t('before')}
              heads={[t('columns.at'), t('columns.how'), t('columns.through'), t('columns.verdict')]}
              rows={replays.map(({ id, at, mode, versions, throughVersion, state, verdict }) => ({
                key: id,
                cells: [
                  <Button
                    key="at"
                    size="small"
                    sx={{ paddingInline: 0, whiteSpace: 'nowrap' }}
                    onClick={() => onShow(id)}
                  >
                    {moment(at)}
                  </Button>,
                  <Box key="how" sx={{ whiteSpace: 'nowrap' }}>
                    {t(`modes.${mode}`)} · {versionsText(versions)}
                  </Box>,
                  number(throughVersion),
                  <VerdictText key="verdict" verdict={verdict} state={state} />,
                ],
              }))}
            />
          </>
        )
      }
    </Waiting>
  );
}
