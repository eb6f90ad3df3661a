import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { DownloadIcon } from '../ui/icons.tsx';

export interface ExportButtonProps {
  readonly label: string;
  /** The address above the resource's. */
  readonly above?: string;
}

/** Downloads all rows that the filters leave, not only this page of them, as the CSV file that the server makes of the resource. */
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
