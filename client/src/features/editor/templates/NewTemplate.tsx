import { call } from '../../../lib/contracts/call.ts';
import { templateContracts } from '@clearcut/schemas/contracts/templates';
import { OUTPUT_PRESET_NAMES, OUTPUT_PRESETS, presetOf, type OutputPresetName } from '@clearcut/scene/output-sizes';
import { TEMPLATES } from '@clearcut/schemas/constants';
import type { Template, TemplateFrame } from '@clearcut/schemas/templates/http';
import { isStockBackground } from '@clearcut/schemas/transaction/stock-backgrounds';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../../../lib/errors/failure.ts';
import { useFailureText } from '../../../lib/errors/useFailureText.ts';
import { useFormat } from '../../../lib/i18n/useFormat.ts';
import { showToast } from '../../../ui/toasts/show-toast.ts';
import { Choices, SliderField } from '../controls/controls.tsx';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { changeTemplate, templatesQuery } from './api.ts';

const FORMATS = ['png', 'webp', 'jpg'] as const satisfies readonly Template['format'][];
const MARGINS = { usual: 10, most: 50 } as const;

/** The picture's own frame, its subject, or a preset size. */
type FrameChoice = 'own' | 'subject' | OutputPresetName;

function frameOf(choice: FrameChoice, margin: number): TemplateFrame | null {
  if (choice === 'own') return null;
  if (choice === 'subject') return { margin, size: null, standsBelow: false };
  const preset = OUTPUT_PRESETS[choice];
  return { margin, size: { width: preset.width, height: preset.height }, standsBelow: 'standsBelow' in preset };
}

/** Stores the current background and shadow with size and format, as a new template or replacing one. */
export function NewTemplate({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation(['templates', 'editor']);
  const { settings } = usePicture(picture);
  const { background, shadow, position } = settings;
  const { number, percent } = useFormat();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [choice, setChoice] = useState<FrameChoice>(presetOf(position) ?? 'own');
  const [margin, setMargin] = useState<number>(MARGINS.usual);
  const [format, setFormat] = useState<Template['format']>('png');
  const { data: templates } = useQuery(templatesQuery);
  // The server's comparison of names.
  const replaced = templates?.find((kept) => kept.name.toLowerCase() === name.trim().toLowerCase());
  const isOwnPicture = background.id !== null && !isStockBackground(background.id);
  const adding = useMutation({
    mutationFn: (template: Template) =>
      replaced === undefined
        ? call(templateContracts.add, { body: template })
        : changeTemplate({ ...template, id: replaced.id }),
    onSuccess: async (template) => {
      setName('');
      await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
      showToast(t('new.done', { name: template.name }));
    },
  });
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '' || isOwnPicture) return;
        adding.mutate({ name, background, shadow, frame: frameOf(choice, margin), format });
      }}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography variant="h4" component="h3" sx={{ fontSize: 'text', fontWeight: 'strong' }}>
        {t('new.title')}
      </Typography>
      {isOwnPicture ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('new.ownPicture')}</Typography>
      ) : (
        <>
          <TextField
            label={t('new.name')}
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={adding.isError}
            helperText={adding.isError ? failureText(toFailure(adding.error)) : t('new.help')}
            slotProps={{ htmlInput: { maxLength: TEMPLATES.nameLength, dir: 'auto' } }}
          />
          <TextField
            select
            label={t('new.frame')}
            value={choice}
            onChange={({ target }) => {
              const chosen = target.value as FrameChoice;
              setChoice(chosen);
              if (chosen !== 'own' && chosen !== 'subject') setMargin(OUTPUT_PRESETS[chosen].margin);
            }}
            slotProps={{ select: { native: true } }}
          >
            <option value="own">{t('frame.own')}</option>
            <option value="subject">{t('frame.subject')}</option>
            {OUTPUT_PRESET_NAMES.map((preset) => {
              const { width, height } = OUTPUT_PRESETS[preset];
              return (
                <option key={preset} value={preset}>
                  {t('editor:output.option', {
                    name: t(`editor:output.name.${preset}`),
                    width: number(width),
                    height: number(height),
                  })}
                </option>
              );
            })}
          </TextField>
          {choice !== 'own' && (
            <SliderField
              label={t('new.margin')}
              value={margin}
              min={0}
              max={MARGINS.most}
              text={percent(margin / 100)}
              onChange={setMargin}
            />
          )}
          <Choices
            kind="radio"
            label={t('new.format')}
            choices={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
            value={format}
            onChange={setFormat}
          />
          <Button type="submit" variant="outlined" disabled={name.trim() === '' || adding.isPending}>
            {replaced === undefined ? t('new.save') : t('new.replace', { name: replaced.name })}
          </Button>
        </>
      )}
    </Box>
  );
}
