import type { TransactionView } from '@clearcut/schemas/transaction/http';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { editorPath, isEditable } from '../../pictures/uploads/transaction/shown-picture.ts';
import { useMayEdit } from '../../auth/session/useMayEdit.ts';

/** Links to the editor for people who may edit; the link also covers the thumbnail. */
export function PictureName({ view: { id, originalFileName, ...view } }: { view: TransactionView }) {
  const mayEdit = useMayEdit();
  return (
    <Box className="name" dir="auto" title={originalFileName}>
      {mayEdit && isEditable(view) ? (
        <Link component={RouterLink} to={editorPath(id)} underline="hover" color="inherit">
          {originalFileName}
        </Link>
      ) : (
        originalFileName
      )}
    </Box>
  );
}
