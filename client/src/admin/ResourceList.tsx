import { PAGE_SIZES } from '@clearcut/schemas/constants';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { ListBase, Pagination, useListContext, type ListBaseProps } from 'react-admin';
import { useSearchParams } from 'react-router';
import { Sheet } from '../ui/paper/Sheet.tsx';

export interface FiltersProps {
  /** Whether the rows are shown as a table, whose heads change the order. */
  readonly hasRoom: boolean;
}

export interface ResourceListProps {
  readonly sort: NonNullable<ListBaseProps['sort']>;
  /** Fields that the rows can be in the order of. */
  readonly orders: readonly string[];
  readonly Filters: ComponentType<FiltersProps>;
  /** The rows where there is room for a table, and where there is not. Both say themselves when the filters leave none. */
  readonly table: ReactNode;
  readonly cards: ReactNode;
  /** In the place of a list that could not be had. */
  readonly failed: ReactNode;
  /** In the place of everything, when there is nothing to filter. */
  readonly empty?: ReactNode;
  /** Below a list of one row that no filter made so short. */
  readonly alone?: ReactNode;
  /** For a list that shares its page with others: page, order and filters are then kept under this name, and not in the address. */
  readonly storeKey?: string;
}

/** Room for the table: the sidebar takes its 250 px from this. */
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

/**
 * Whether the address names an order that the list has, or none. One that it does not have, as typed by hand or from an older version, is
 * taken out of the address: the server would refuse it.
 */
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

/** The list of a resource: filters, the rows as a table or as cards, and the pages. */
export function ResourceList(props: ResourceListProps) {
  const { sort, orders, storeKey } = props;
  if (!useKnownOrder(orders)) return null;
  return (
    <ListBase
      perPage={PAGE_SIZES[0]}
      sort={sort}
      {...(storeKey === undefined ? {} : { disableSyncWithLocation: true, storeKey })}
      // Others of the team change what is listed, so each visit asks anew. What goes wrong is said on the page, in no toast.
      queryOptions={{ staleTime: 0, onError: () => undefined }}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' }}>
        <Content {...props} />
      </Box>
    </ListBase>
  );
}
