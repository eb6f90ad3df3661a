import type { SavedTemplate } from '@clearcut/schemas/templates/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PencilIcon, TrashIcon } from '../../../ui/work-icons.tsx';
import { useSession } from '../../auth/session/useSession.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { templatesQuery } from './api.ts';
import { LookSwatch, useLookWords } from './Look.tsx';
import { NewTemplate } from './NewTemplate.tsx';
import { ReadyLooks } from './ReadyLooks.tsx';
import { RemoveTemplate } from './RemoveTemplate.tsx';
import { RenameTemplate } from './RenameTemplate.tsx';
import { useApplyTemplate } from './useApplyTemplate.ts';

/** Ready-made looks, and the team's. */
export function TemplatesTab({ picture }: { readonly picture: EditedPicture }) {
  // Templates belong to a team.
  const isMember = useSession().profile !== undefined;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      {isMember && <TeamTemplates picture={picture} />}
      <ReadyLooks picture={picture} />
      {isMember && <NewTemplate picture={picture} />}
    </Box>
  );
}

function TeamTemplates({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('templates');
  const lookWords = useLookWords();
  const { data: templates, isLoadingError, refetch } = useQuery(templatesQuery);
  const [toRename, setToRename] = useState<SavedTemplate>();
  const [toRemove, setToRemove] = useState<SavedTemplate>();
  const apply = useApplyTemplate(picture);
  return (
    <>
      {isLoadingError && (
        <Box role="alert" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
          {t('notLoaded')}
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('reload')}
          </Button>
        </Box>
      )}
      {templates !== undefined && templates.length > 0 && (
        <Box component="ul" aria-label={t('list')} sx={{ display: 'grid', gap: 0.5, margin: 0, padding: 0 }}>
          {templates.map((template) => (
            <Box component="li" key={template.id} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
              <ButtonBase
                onClick={() => apply(template)}
                sx={{
                  flexGrow: 1,
                  minWidth: 0,
                  display: 'flex',
                  justifyContent: 'start',
                  gap: 1.5,
                  padding: 0.75,
                  borderRadius: '4px',
                  fontFamily: 'inherit',
                  textAlign: 'start',
                  '&:hover': { backgroundColor: 'clearcut.desk' },
                }}
              >
                <LookSwatch look={template} />
                <Box sx={{ minWidth: 0 }}>
                  <Box
                    dir="auto"
                    sx={{ fontWeight: 'strong', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                  >
                    {template.name}
                  </Box>
                  <Box sx={{ fontSize: 'fine', color: 'text.secondary' }}>{lookWords(template)}</Box>
                </Box>
              </ButtonBase>
              <IconButton
                color="inherit"
                aria-label={t('rename.open', { name: template.name })}
                title={t('rename.open', { name: template.name })}
                onClick={() => setToRename(template)}
                sx={{ width: 44, height: 44, borderRadius: '4px' }}
              >
                <PencilIcon fontSize="small" />
              </IconButton>
              <IconButton
                color="inherit"
                aria-label={t('remove.open', { name: template.name })}
                title={t('remove.open', { name: template.name })}
                onClick={() => setToRemove(template)}
                sx={{ width: 44, height: 44, borderRadius: '4px' }}
              >
                <TrashIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      {toRename !== undefined && <RenameTemplate template={toRename} onClose={() => setToRename(undefined)} />}
      {toRemove !== undefined && <RemoveTemplate template={toRemove} onClose={() => setToRemove(undefined)} />}
    </>
  );
}
