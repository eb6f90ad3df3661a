import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';
import { GridIcon, ListIcon } from './item/icons.tsx';
import { VIEWS, type View } from './data/config.ts';

const ICONS = { grid: GridIcon, list: ListIcon } as const;

function ViewSwitch({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const { t } = useTranslation('my-images');
  return (
    <Box role="radiogroup" aria-label={t('view.label')} sx={{ display: 'flex' }}>
      {VIEWS.map((view) => {
        const Icon = ICONS[view];
        return (
          <Box
            key={view}
            component="label"
            title={t(`view.${view}`)}
            sx={(theme) => ({
              display: 'grid',
              placeItems: 'center',
              width: 44,
              height: 44,
              cursor: 'pointer',
              borderRadius: '4px',
              color: theme.vars.palette.text.secondary,
              '&:has(:checked)': {
                color: theme.vars.palette.text.primary,
                backgroundColor: theme.vars.palette.clearcut.paper,
                boxShadow: '0 1px 2px rgb(6 30 25 / 14%)',
              },
              '&:has(:focus-visible)': {
                outline: `3px solid ${theme.vars.palette.clearcut.accentText}`,
                outlineOffset: '1px',
              },
            })}
          >
            <Box
              component="input"
              type="radio"
              name="my-images-view"
              aria-label={t(`view.${view}`)}
              checked={view === value}
              onChange={() => onChange(view)}
              sx={{ position: 'absolute', opacity: 0, pointerEvents: 'none' }}
            />
            <Icon aria-hidden />
          </Box>
        );
      })}
    </Box>
  );
}

export interface ToolbarProps {
  readonly total: number;
  readonly onPage: number;
  readonly selectedOnPage: number;
  readonly onSelectPage: (isSelected: boolean) => void;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly search: ReactNode;
}

export function Toolbar({ total, onPage, selectedOnPage, onSelectPage, view, onView, search }: ToolbarProps) {
  const { t } = useTranslation('my-images');
  const { number } = useFormat();
  const isAll = onPage > 0 && selectedOnPage === onPage;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        rowGap: 0.5,
        columnGap: { xs: 1, sm: 2 },
        marginBlockEnd: 1.5,
      }}
    >
      <FormControlLabel
        control={
          <Checkbox
            checked={isAll}
            indeterminate={selectedOnPage > 0 && !isAll}
            onChange={() => onSelectPage(!isAll)}
            sx={{ '&.MuiCheckbox-indeterminate': { color: 'clearcut.accentText' } }}
          />
        }
        label={t('select.page')}
        title={t('select.help')}
      />
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('count', { count: total, number: number(total) })}
      </Box>
      <Box
        sx={{
          flex: '1 1 300px',
          maxWidth: { sm: 424 },
          marginInlineStart: 'auto',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        {search}
        <ViewSwitch value={view} onChange={onView} />
      </Box>
    </Box>
  );
}
