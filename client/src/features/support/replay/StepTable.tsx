import type { ReplayedFile, ReplayedStep } from '@clearcut/schemas/support/replay/replay';
import { tagOf } from '@clearcut/schemas/languages';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { Code } from '../parts/Code.tsx';
import { FactTable } from '../../../ui/FactTable.tsx';
import { useSpanText } from '../parts/useSpanText.ts';
import { VerdictText } from './VerdictText.tsx';

export interface ComparedFile {
  readonly file: string;
  readonly recorded: string;
  readonly replayed: string;
}

interface StepTableProps {
  readonly steps: readonly ReplayedStep[];
  readonly canCompare: boolean;
  readonly onCompare: (file: ComparedFile) => void;
}

export function StepTable({ steps, canCompare, onCompare }: StepTableProps) {
  const { t, i18n } = useTranslation('support-replay');
  const { number } = useFormat();
  const spanText = useSpanText();
  const percent = new Intl.NumberFormat(tagOf(i18n.language), { style: 'percent', maximumFractionDigits: 2 });
  const difference = ({ maxDiff, changedShare }: ReplayedFile): string =>
    maxDiff === null || changedShare === null
      ? '–'
      : t('difference', { most: number(maxDiff), share: percent.format(changedShare) });
  return (
    <FactTable
      label={t('table')}
      heads={[t('columns.verdict'), t('columns.file'), t('columns.step'), t('columns.difference'), t('columns.look')]}
      rows={steps.flatMap((step) => {
        const own = step.files.length === 0 ? [undefined] : step.files;
        return own.map((file, index) => ({
          key: `${step.eventId} ${file?.file ?? ''}`,
          cells: [
            // First; a phone would otherwise show it only after scrolling.
            <VerdictText key="verdict" verdict={file?.verdict ?? step.verdict} />,
            file === undefined ? (
              (step.ending.replayed ?? '–')
            ) : (
              <Code key="file" whole>
                {file.file}
              </Code>
            ),
            index === 0 && (
              <Box key="step" component="span" sx={{ whiteSpace: 'nowrap' }}>
                <Code whole>{step.job}</Code> · {spanText(step.ms)}
              </Box>
            ),
            // Fills a phone's screen; a narrower column would break after each word.
            <Box key="difference" sx={{ minWidth: '14em' }}>
              {file === undefined ? '–' : difference(file)}
            </Box>,
            <Look key="look" file={canCompare ? file : undefined} onCompare={onCompare} />,
          ],
        }));
      })}
    />
  );
}

function Look({ file, onCompare }: { readonly file: ReplayedFile | undefined } & Pick<StepTableProps, 'onCompare'>) {
  const { t } = useTranslation('support-replay');
  if (file === undefined || file.verdict === 'identical' || file.recorded === null || file.replayed === null)
    return '–';
  const { recorded, replayed } = file;
  return (
    <Button size="small" sx={{ padding: 0 }} onClick={() => onCompare({ file: file.file, recorded, replayed })}>
      {t('compare.open')}
    </Button>
  );
}
