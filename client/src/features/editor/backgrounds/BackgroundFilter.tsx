import { STOCK_BACKGROUNDS } from '@clearcut/schemas/transaction/stock-backgrounds';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import InputBase from '@mui/material/InputBase';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../../ui/work-icons.tsx';
import type { BackgroundCategory } from './filter-backgrounds.ts';

export interface BackgroundFilterProps {
  readonly category: BackgroundCategory;
  readonly hasRecent: boolean;
  readonly onCategory: (category: BackgroundCategory) => void;
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

const GROUPS = [...new Set(STOCK_BACKGROUNDS.map(({ group }) => group))];

export function BackgroundFilter({ category, hasRecent, onCategory, query, onQuery }: BackgroundFilterProps) {
  const { t } = useTranslation(['editor', 'backgrounds']);
  const categories: readonly BackgroundCategory[] = ['all', ...(hasRecent ? (['recent'] as const) : []), ...GROUPS];
  const labelOf = (of: BackgroundCategory) =>
    of === 'all' || of === 'recent' ? t(`bg.filter.${of}`) : t(`backgrounds:groups.${of}`);
  return (
    <Box sx={{ gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <InputBase
        type="search"
        value={query}
        onChange={({ target }) => onQuery(target.value)}
        placeholder={t('bg.search')}
        inputProps={{ 'aria-label': t('bg.search') }}
        startAdornment={<SearchIcon aria-hidden sx={{ fontSize: 20, marginInlineEnd: 1, color: 'text.secondary' }} />}
        sx={{
          minHeight: 44,
          paddingInline: 1.5,
          borderRadius: '4px',
          border: '1px solid',
          borderColor: 'clearcut.edge',
          '&.Mui-focused': { borderColor: 'text.primary' },
        }}
      />
      <Box
        role="group"
        aria-label={t('bg.groups')}
        sx={{ display: 'flex', gap: 0.75, overflowX: 'auto', paddingBlockEnd: 0.75, scrollbarWidth: 'thin' }}
      >
        {categories.map((of) => {
          const isShown = of === category && query === '';
          return (
            <ButtonBase
              key={of}
              aria-pressed={isShown}
              onClick={() => {
                onCategory(of);
                onQuery('');
              }}
              sx={{
                flexShrink: 0,
                minHeight: 36,
                paddingInline: 1.5,
                borderRadius: '4px',
                fontFamily: 'inherit',
                fontSize: 'small',
                fontWeight: isShown ? 650 : 500,
                color: isShown ? 'clearcut.paper' : 'text.primary',
                backgroundColor: isShown ? 'text.primary' : 'clearcut.desk',
                '@media (forced-colors: active)': isShown ? { border: '2px solid' } : {},
              }}
            >
              {labelOf(of)}
            </ButtonBase>
          );
        })}
      </Box>
    </Box>
  );
}
