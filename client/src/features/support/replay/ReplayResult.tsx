import { addressOf } from '../../../lib/contracts/call.ts';
import { replayContracts } from '@clearcut/schemas/contracts/support/replay';
import type { ReplayReport } from '@clearcut/schemas/support/replay/replay';
import type { ReplayView } from '@clearcut/schemas/support/replay/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Code } from '../parts/Code.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { replayQuery } from './api.ts';
import { CompareView } from './compare/CompareView.tsx';
import { type ComparedFile, StepTable } from './StepTable.tsx';
import { useVersionsText } from './useVersionsText.ts';
import { VerdictText } from './VerdictText.tsx';

export function ReplayResult({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const { t } = useTranslation('support-replay');
  return (
    <>
      <Button size="small" sx={{ paddingInline: 0, marginBlockEnd: 1 }} onClick={onBack}>
        {t('all')}
      </Button>
      <Waiting query={useQuery(replayQuery(id))}>{(replay) => <Replay replay={replay} />}</Waiting>
    </>
  );
}

function Replay({ replay }: { readonly replay: ReplayView }) {
  const { t } = useTranslation('support-replay');
  const { moment, number } = useFormat();
  const versionsText = useVersionsText();
  const [compared, setCompared] = useState<ComparedFile>();
  const { id, state, verdict, failure, steps, mode, versions, throughVersion, reason, filesUntil } = replay;
  return (
    <>
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', rowGap: 0.5, columnGap: 3, alignItems: 'baseline' }}>
        <Typography component="h2" variant="h3">
          <VerdictText verdict={verdict} state={state} />
        </Typography>
        <span>{t('steps', { count: steps.length, number: number(steps.length) })}</span>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', marginBlock: '4px 16px' }}>
        {t(`modes.${mode}`)} · {versionsText(versions)} · {t('through', { version: number(throughVersion) })}
        <br />
        <span dir="auto">{reason}</span>
      </Typography>
      {failure !== null && (
        <Box role="alert" sx={{ marginBlockEnd: 2, overflowWrap: 'anywhere' }}>
          {t(`failures.${failure.errorCode}`)} {failure.missing !== null && <Code>{failure.missing}</Code>}
        </Box>
      )}
      {steps.length > 0 && <StepTable steps={steps} canCompare={filesUntil !== null} onCompare={setCompared} />}
      {filesUntil !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary', marginBlockStart: 1 }}>
          {t('filesUntil', { until: moment(filesUntil) })}
        </Typography>
      )}
      {state === 'finished' && (
        <Button variant="outlined" sx={{ marginBlockStart: 2 }} onClick={() => saveReport(replay)}>
          {t('report')}
        </Button>
      )}
      {compared !== undefined && filesUntil !== null && (
        <CompareView
          key={compared.replayed}
          file={compared.file}
          urls={{
            recorded: addressOf(replayContracts.file, { params: { id: id, sha256: compared.recorded } }),
            replayed: addressOf(replayContracts.file, { params: { id: id, sha256: compared.replayed } }),
          }}
        />
      )}
    </>
  );
}

/** Same format as `operator replay ID --json`. */
function saveReport({ id, verdict, steps }: ReplayView): void {
  if (verdict === null) return;
  const report: ReplayReport = { verdict, steps };
  saveFile(new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' }), `replay-${id}.json`);
}
