import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { LoadFailed } from '../../../ui/page/LoadFailed.tsx';
import { strokedCutOut } from '../../editor/engine/kept-strokes.ts';
import { templatesQuery } from '../../editor/templates/api.ts';
import { rememberFormat } from '../../pictures/downloads/download-format.ts';
import { LookSwatch, useLookWords } from '../../editor/templates/Look.tsx';
import { settingsOf } from '../../editor/templates/template-settings.ts';
import { ForAllDialog } from './ForAllDialog.tsx';

export interface TemplateForAllProps {
  /** Editable ones only. */
  readonly pictures: readonly TransactionView[];
  readonly onClose: () => void;
}

/** Applies one team template to the selection; crops each picture to its own subject, strokes included. */
export function TemplateForAll({ pictures, onClose }: TemplateForAllProps) {
  const { t } = useTranslation('templates');
  const { number } = useFormat();
  const lookWords = useLookWords();
  const name = useId();
  const { data: templates, error, refetch } = useQuery(templatesQuery);
  const [chosenId, setChosenId] = useState<string>();
  const chosen = templates?.find(({ id }) => id === chosenId);
  const settingsFor = async (view: TransactionView) => {
    if (chosen === undefined) throw new Error('No template is chosen');
    rememberFormat(chosen.format);
    const { settings, width, height } = view;
    // Only a frame depends on the pixels.
    if (chosen.frame === null) return { background: chosen.background, shadow: chosen.shadow };
    return settingsOf(chosen, {
      cutOut: await strokedCutOut(view),
      frame: { width, height },
      position: settings.position,
    });
  };
  return (
    <ForAllDialog
      title={t('forAll.title', { count: pictures.length, number: number(pictures.length) })}
      text={t('forAll.text')}
      confirm={t('forAll.apply')}
      pictures={pictures}
      settingsOf={chosen === undefined ? undefined : settingsFor}
      onClose={onClose}
    >
      {templates === undefined && error !== null && (
        <Box sx={{ marginBlockEnd: 2 }}>
          <LoadFailed error={error} onAgain={() => void refetch()} />
        </Box>
      )}
      {templates?.length === 0 && <Typography sx={{ marginBlockEnd: 2.5 }}>{t('empty')}</Typography>}
      <Box
        role="radiogroup"
        aria-label={t('list')}
        sx={{ display: 'grid', gap: 0.5, marginBlockEnd: 2.5, maxHeight: '40vh', overflowY: 'auto' }}
      >
        {templates?.map((template) => (
          <Box
            component="label"
            key={template.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              padding: 0.75,
              borderRadius: '4px',
              cursor: 'pointer',
              '&:has(:checked)': { backgroundColor: 'clearcut.desk' },
            }}
          >
            <input
              type="radio"
              name={name}
              checked={template.id === chosenId}
              onChange={() => setChosenId(template.id)}
              style={{ width: 20, height: 20, margin: 0 }}
            />
            <LookSwatch look={template} />
            <Box sx={{ minWidth: 0 }}>
              <Box dir="auto" sx={{ fontWeight: 'strong', overflowWrap: 'anywhere' }}>
                {template.name}
              </Box>
              <Box sx={{ fontSize: 'fine', color: 'text.secondary' }}>{lookWords(template)}</Box>
            </Box>
          </Box>
        ))}
      </Box>
    </ForAllDialog>
  );
}
