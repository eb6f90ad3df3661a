import { Store } from '../../lib/store.ts';

/** The picture to ask about; undefined: closed. Opens from anywhere. */
class ShareDialogStore extends Store<string | undefined> {
  open(pictureId: string): void {
    this.replace(pictureId);
  }

  close(): void {
    this.replace(undefined);
  }
}

export const shareDialog = new ShareDialogStore(undefined);
