import { PAGE_SIZES } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/i18n/useFormat.ts';

export interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (size: number) => void;
}

export function Pager({ page, pageSize, total, onPage, onPageSize }: PagerProps) {
  const { t } = useTranslation('my-images');
  const { number } = useFormat();
  const label = useId();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        rowGap: 1.5,
        columnGap: 3,
        marginBlockStart: 3,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <span id={label}>{t('pages.size')}</span>
        <TextField
          select
          value={pageSize}
          onChange={({ target }) => onPageSize(Number(target.value))}
          slotProps={{ select: { SelectDisplayProps: { 'aria-labelledby': label } } }}
          sx={{ width: 92 }}
        >
          {PAGE_SIZES.map((size) => (
            <MenuItem key={size} value={size}>
              {number(size)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {pages > 1 && (
        <Pagination
          shape="rounded"
          count={pages}
          page={page}
          onChange={(_event, to) => onPage(to)}
          aria-label={t('pages.label')}
          getItemAriaLabel={(type, to) =>
            type === 'page' ? t('pages.page', { page: number(to ?? 1) }) : t(`pages.${type as 'next' | 'previous'}`)
          }
          sx={{ '& .MuiPaginationItem-root': { minWidth: 40, height: 40 } }}
        />
      )}
    </Box>
  );
}
