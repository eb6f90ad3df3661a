import { lazy, Suspense } from 'react';
import { addTexts } from '../../lib/i18n/i18n.ts';
import { useStore } from '../../lib/useStore.ts';
import { shareDialog } from './share-dialog.ts';

const ShareDialog = lazy(async () => {
  const [{ ShareDialog }] = await Promise.all([import('./ShareDialog.tsx'), addTexts('support-access')]);
  return { default: ShareDialog };
});

export function ShareHost() {
  const pictureId = useStore(shareDialog);
  if (pictureId === undefined) return null;
  return (
    <Suspense>
      <ShareDialog key={pictureId} pictureId={pictureId} onClose={() => shareDialog.close()} />
    </Suspense>
  );
}
