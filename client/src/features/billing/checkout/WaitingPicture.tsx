import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getTransaction } from '../../pictures/uploads/transaction/api.ts';
import { previewUrl } from '../../pictures/uploads/transaction/shown-picture.ts';

/** The picture that is saved after the payment. Shows nothing while unknown, since the payment does not need it. */
export function WaitingPicture({ id }: { id: string }) {
  const { data: picture } = useQuery({
    queryKey: ['waiting-picture', id],
    queryFn: ({ signal }) => getTransaction(id, signal),
    retry: false,
  });
  if (picture === undefined) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, marginBlockStart: '14px' }}>
      <Box
        component="img"
        src={previewUrl(picture)}
        alt=""
        sx={{ width: 72, height: 72, objectFit: 'contain', backgroundColor: 'clearcut.desk', borderRadius: '4px' }}
      />
      <Box component="bdi" sx={{ fontWeight: 'strong', overflowWrap: 'anywhere' }}>
        {picture.originalFileName}
      </Box>
    </Box>
  );
}
