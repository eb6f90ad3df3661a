import { PAGE_SIZES } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { ListBase, Pagination, useListContext, type ListBaseProps } from 'react-admin';
import { useSearchParams } from 'react-router';
import { Sheet } from '../ui/paper/Sheet.tsx';

export interface FiltersProps {
  readonly hasRoom: boolean;
}

export interface ResourceListProps {
  readonly sort: NonNullable<ListBaseProps['sort']>;
  readonly orders: readonly string[];
  readonly Filters: ComponentType<FiltersProps>;
  readonly table: ReactNode;
  readonly cards: ReactNode;
  readonly failed: ReactNode;
  readonly empty?: ReactNode;
  readonly alone?: ReactNode;
  /** For a list that shares its page: keeps its state under this name instead of in the address. */
  readonly storeKey?: string;
}

/** The sidebar takes its 250 px from this. */
const useHasRoom = () => useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });

function Content({ Filters, table, cards, failed, empty, alone }: ResourceListProps) {
  const { error, total, filterValues } = useListContext();
  const hasRoom = useHasRoom();
  const isFiltered = Object.keys(filterValues).length > 0;
  if (error) return failed;
  if (empty !== undefined && total === 0 && !isFiltered) return empty;
  return (
    <>
      <Filters hasRoom={hasRoom} />
      <Sheet>
        {hasRoom ? table : cards}
        <Pagination
          rowsPerPageOptions={[...PAGE_SIZES]}
          sx={{ display: 'block', borderBlockStart: '1px solid', borderColor: 'divider' }}
        />
      </Sheet>
      {total === 1 && !isFiltered && alone}
    </>
  );
}

/** The server would refuse an unknown order in the address. */
function useKnownOrder(orders: readonly string[]): boolean {
  const [search, setSearch] = useSearchParams();
  const order = search.get('sort');
  const isKnown = order === null || orders.includes(order);
  useEffect(() => {
    if (isKnown) return;
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('sort');
        after.delete('order');
        return after;
      },
      { replace: true },
    );
  }, [isKnown, setSearch]);
  return isKnown;
}

export function ResourceList(props: ResourceListProps) {
  const { sort, orders, storeKey } = props;
  if (!useKnownOrder(orders)) return null;
  return (
    <ListBase
      perPage={PAGE_SIZES[0]}
      sort={sort}
      {...(storeKey === undefined ? {} : { disableSyncWithLocation: true, storeKey })}
      // Others of the team change the list. The page shows errors, so no toast does.
      queryOptions={{ staleTime: 0, onError: () => undefined }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Content {...props} />
      </Box>
    </ListBase>
  );
}
