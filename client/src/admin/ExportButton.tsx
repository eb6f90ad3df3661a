import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { DownloadIcon } from '../ui/work-icons.tsx';

export interface ExportButtonProps {
  readonly label: string;
  readonly above?: string;
}

/** All filtered rows, not only this page. */
export function ExportButton({ label, above = '/api/admin' }: ExportButtonProps) {
  const { resource, filterValues } = useListContext();
  return (
    <Button
      variant="outlined"
      href={`${above}/${resource}/export.csv?filter=${encodeURIComponent(JSON.stringify(filterValues))}`}
      download
      startIcon={<DownloadIcon aria-hidden />}
      sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}
    >
      {label}
    </Button>
  );
}
