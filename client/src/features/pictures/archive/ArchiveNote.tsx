import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { AlertIcon, CheckIcon } from '../../../ui/icons.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { ArchiveDownload, ArchiveState } from './useArchive.ts';

const list = { margin: '4px 0 0', maxHeight: 160, overflowY: 'auto', overflowWrap: 'anywhere' } as const;

function Progress({ state }: { state: Extract<ArchiveState, { stage: 'running' }> }) {
  const { t } = useTranslation('archive');
  const { bytes: size } = useFormat();
  const { bytes, expected } = state;
  const share = expected === undefined || expected === 0 ? undefined : Math.min(1, bytes / expected);
  return (
    <>
      <Box sx={{ flex: '1 1 160px' }}>
        <ProgressBar label={t('progress')} share={share} height={8} />
      </Box>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {bytes === 0 ? t('packing') : size(bytes)}
      </Box>
    </>
  );
}

function Outcome({ state }: { state: Extract<ArchiveState, { stage: 'done' }> }) {
  const { t } = useTranslation('archive');
  const { number } = useFormat();
  const failureText = useFailureText();
  const { included, earlier, missing } = state;
  const isWhole = missing.length === 0;
  return (
    <Box role={isWhole ? 'status' : 'alert'} sx={{ flexGrow: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, fontWeight: 'strong' }}>
        {isWhole ? <CheckIcon aria-hidden /> : <AlertIcon aria-hidden />}
        {included > 0 && t('done', { count: included, number: number(included) })}{' '}
        {!isWhole && t('missing', { count: missing.length, number: number(missing.length) })}
      </Box>
      {!isWhole && (
        <Box component="ul" sx={list}>
          {missing.map(({ name, failure }, index) => (
            <li key={index}>
              <bdi>{name}</bdi>: {failureText(failure)}
            </li>
          ))}
        </Box>
      )}
      {earlier.length > 0 && (
        <>
          {t('earlier', { count: earlier.length, number: number(earlier.length) })}
          <Box component="ul" sx={list}>
            {earlier.map((name, index) => (
              <li key={index}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

export function ArchiveNote({ archive: { state, reset } }: { archive: ArchiveDownload }) {
  const { t } = useTranslation('archive');
  const failureText = useFailureText();
  if (state.stage === 'idle') return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 0.5,
        columnGap: 2,
        paddingBlockStart: 0.75,
      }}
    >
      {state.stage === 'running' && <Progress state={state} />}
      {state.stage === 'done' && <Outcome state={state} />}
      {(state.stage === 'corrupt' || state.stage === 'failed') && (
        <Box role="alert" sx={{ flexGrow: 1, display: 'flex', gap: 1, fontWeight: 'strong' }}>
          <AlertIcon aria-hidden />
          {state.stage === 'corrupt' ? t('corrupt') : failureText(state.failure)}
        </Box>
      )}
      <Button onClick={reset}>{state.stage === 'running' ? t('cancel') : t('close')}</Button>
    </Box>
  );
}
