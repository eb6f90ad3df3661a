import type { PictureFacts } from '@clearcut/schemas/support/http';
import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { pictureStateQuery } from '../api.ts';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { Waiting } from '../parts/Waiting.tsx';
import { type Change, differences } from './difference.ts';

const textOf = (value: unknown): string => (value === undefined ? '–' : JSON.stringify(value));

export function StateView({ facts: { id, events } }: { readonly facts: PictureFacts }) {
  const { t } = useTranslation('support');
  const { number } = useFormat();
  const label = useId();
  const own = events.filter(({ stream }) => stream === 'transaction');
  const [version, setVersion] = useState(own.length);
  const query = useQuery(pictureStateQuery(id, version));
  const type = own.find((event) => event.version === version)?.type ?? '';
  return (
    <>
      <Typography id={label} component="h2" variant="body1" sx={{ fontWeight: 'strong' }}>
        {t('state.version', { version: number(version), of: number(own.length) })} · <Code>{type}</Code>
      </Typography>
      <Box sx={{ paddingInline: '10px' }}>
        <Slider
          aria-labelledby={label}
          value={version}
          min={1}
          max={Math.max(1, own.length)}
          onChange={(_event, chosen) => setVersion(chosen)}
        />
      </Box>
      <Waiting query={query}>
        {({ before, state }) => (
          <>
            <Changes changes={differences(before, state)} />
            <Box component="details" sx={{ marginBlockStart: 2 }}>
              <Box component="summary" sx={{ cursor: 'pointer', minHeight: 32 }}>
                {t('state.whole')}
              </Box>
              <Box
                component="pre"
                dir="ltr"
                tabIndex={0}
                aria-label={t('state.whole')}
                sx={{ overflow: 'auto', padding: 1.5, fontSize: 'fine', backgroundColor: 'divider' }}
              >
                {JSON.stringify(state, null, 2)}
              </Box>
            </Box>
          </>
        )}
      </Waiting>
    </>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTranslation('support');
  if (changes.length === 0) return <Typography>{t('state.same')}</Typography>;
  return (
    <FactTable
      label={t('state.changes')}
      heads={[t('state.path'), t('state.before'), t('state.after')]}
      rows={changes.map(({ path, before, after }) => ({
        key: path,
        cells: [
          <Code key="path">{path === '' ? '·' : path}</Code>,
          <Code key="before">{textOf(before)}</Code>,
          <Code key="after">{textOf(after)}</Code>,
        ],
      }))}
    />
  );
}
