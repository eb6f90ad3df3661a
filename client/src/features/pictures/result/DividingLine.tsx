import Box from '@mui/material/Box';

/** `animation`: how it appears. */
export function DividingLine({ share, animation }: { readonly share: number; readonly animation?: string }) {
  return (
    <Box
      style={{ insetInlineStart: `${share}%` }}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        width: 2,
        marginInline: '-1px',
        backgroundColor: '#ffffff',
        boxShadow: '0 0 0 1px rgb(0 0 0 / 35%)',
        animation,
      }}
    />
  );
}
