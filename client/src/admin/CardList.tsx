import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

export interface CardListProps<Row extends RaRecord> {
  readonly children: (row: Row) => ReactNode;
  readonly card: SystemStyleObject;
  readonly noMatch: ReactNode;
}

const CARD = {
  display: 'grid',
  paddingBlock: 2,
  paddingInline: 2.5,
  overflowWrap: 'anywhere',
  '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
} as const;

export function CardList<Row extends RaRecord>({ children, card, noMatch }: CardListProps<Row>) {
  const { data: rows = [], isPending } = useListContext<Row>();
  if (!isPending && rows.length === 0) return noMatch;
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }} aria-busy={isPending}>
      {isPending
        ? Array.from({ length: 3 }, (_, index) => (
            <Box component="li" key={index} sx={[CARD, card]}>
              <Skeleton width="60%" />
              <Skeleton width={64} />
            </Box>
          ))
        : rows.map((row) => (
            <Box component="li" key={row.id} sx={[CARD, card]}>
              {children(row)}
            </Box>
          ))}
    </Box>
  );
}
